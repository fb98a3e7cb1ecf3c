import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPublished } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import type { WorkflowFile } from '../../test/n8n/N8nApi';
import { Problem } from '../../test/n8n/Problem';
import { step } from '../step.mjs';
import type { Case, Measured, Series, Subject } from './case';
import type { Report } from './nodes/BenchReport.node';
import type { Measurement } from './nodes/measuring';
import type { Stage } from './stage';

type Runner = (count: number) => Promise<Measurement>;

/** Runs a case in rounds. Each round runs every subject once, so that other load on the machine affects all alike. */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	const { title, count, fresh } = chosen;
	const runners: Array<[subject: string, run: Runner]> = [];
	await step(`${title}: ${fresh ? 'publishing' : 'warming up'}`, async () => {
		await makeFiles(stage, chosen);
		for (const [name, subject] of Object.entries(chosen.subjects)) {
			const run = await publish(stage, chosen, subject, `${chosen.name}-${runners.length}`);
			// A run that does not count, so that the code is compiled.
			if (!fresh) await run(Math.min(1000, count));
			runners.push([name, run]);
		}
	});
	const all = runners.map(([subject, run]) => ({ subject, run, runs: [] as Measurement[] }));
	for (let round = 1; round <= rounds; round++) {
		await step(`${title}: round ${round} of ${rounds}`, async () => {
			for (const { run, runs } of all) {
				if (fresh) await stage.restart();
				runs.push(await run(count));
			}
		});
	}
	return all;
}

/** The files contain only zeros and use no disk space until they are copied. */
async function makeFiles({ files: folder }: Stage, { name, files }: Case): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (let number = 0; number < (files?.count ?? 0); number++) {
		const file = await open(join(folder, `${name}-${number}.bin`), 'w');
		await file.truncate(files?.bytes);
		await file.close();
	}
}

/**
 * A webhook, the files, the items, the measured node, and the report, which answers the webhook.
 * @param name also the path of the webhook
 * @param fileSelector the files to read, if any
 */
function workflowOf(name: string, measured: Measured, fileSelector?: string): WorkflowFile {
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		name,
		type,
		typeVersion,
		parameters: parameters as Measured['parameters'],
	});
	const webhook = { path: name, responseMode: 'lastNode', options: {} };
	const reading = { operation: 'read', fileSelector, options: {} };
	const items = { count: "={{ $('Webhook').first().json.query.count }}" };
	const nodes = [
		{ ...node('Webhook', 'n8n-nodes-base.webhook', 2, webhook), webhookId: randomUUID() },
		...(fileSelector ? [node('Read', 'n8n-nodes-base.readWriteFile', 1.1, reading)] : []),
		node('Items', 'CUSTOM.benchItems', 1, items),
		{ name: 'Measured', ...measured },
		node('Report', 'CUSTOM.benchReport', 1, {}),
	].map((one, place) => ({ id: randomUUID(), position: [place * 200, 0], ...one }));
	const names = nodes.map((one) => one.name);
	const links = names
		.slice(1)
		.map((next, place) => [names[place], { main: [[{ node: next, type: 'main', index: 0 }]] }]);
	// Most executions would be too large to save.
	const saving = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' };
	return {
		name,
		nodes,
		connections: Object.fromEntries(links) as object,
		settings: { executionOrder: 'v1', ...saving },
	};
}

async function publish(
	stage: Stage,
	chosen: Case,
	subject: Subject,
	name: string,
): Promise<Runner> {
	const { api, targets, files } = stage;
	const measured = subject(targets[chosen.over ?? 'tls']);
	const fileSelector = chosen.files && join(files, `${chosen.name}-*.bin`);
	const workflow = workflowOf(name, measured, fileSelector);
	const { id } = await api.publish(await api.createWorkflow(workflow));
	return async (count) => {
		await stage.received();
		const response = await fetchPublished(`${api.url}/webhook/${name}?count=${count}`);
		if (!response.ok) throw new Problem(`${name}: ${await lastExecution(api, id)}.`);
		const { items, ...measurement } = (await response.json()) as Report;
		const received = await stage.received();
		if (received !== count || items !== count) {
			throw new Problem(
				`${name}: of ${count} items ${received} requests were received, and ${items} items came out.`,
			);
		}
		return measurement;
	};
}

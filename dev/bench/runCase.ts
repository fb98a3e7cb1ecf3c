import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPublished } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import { Problem } from '../../test/n8n/Problem';
import { step } from '../step';
import type { Case, Series, Subject } from './case';
import type { Report } from './nodes/BenchReport.node';
import type { Measurement } from './nodes/measuring';
import type { Stage } from './stage';
import { workflowOf } from './workflowOf';

type Runner = (count: number) => Promise<Measurement>;

/** Runs a case in rounds. Each round runs every subject once, so that other load on the machine affects all alike. */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	const { title, counts, fresh } = chosen;
	const runners: Array<[subject: string, run: Runner]> = [];
	await step(`${title}: ${fresh ? 'publishing' : 'warming up'}`, async () => {
		await makeFiles(stage, chosen);
		for (const [name, subject] of Object.entries(chosen.subjects)) {
			const run = await publish(stage, chosen, subject, `${chosen.name}-${runners.length}`);
			// A run that does not count, so that the code is compiled.
			if (!fresh) await run(Math.min(1000, ...counts));
			runners.push([name, run]);
		}
	});
	const all = counts.flatMap((count) =>
		runners.map(([subject, run]) => ({ subject, count, run, runs: [] as Measurement[] })),
	);
	for (let round = 1; round <= rounds; round++) {
		await step(`${title}: round ${round} of ${rounds}`, async () => {
			for (const { run, count, runs } of all) {
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

async function publish(
	stage: Stage,
	chosen: Case,
	subject: Subject,
	name: string,
): Promise<Runner> {
	const { api, targets, files } = stage;
	const measured = subject.nodes(targets[chosen.over ?? 'tls']);
	const fileSelector = chosen.files && join(files, `${chosen.name}-*.bin`);
	const workflow = workflowOf(name, measured, fileSelector);
	const { id } = await api.publish(await api.createWorkflow(workflow));
	return async (count) => {
		await stage.received();
		const response = await fetchPublished(`${api.url}/webhook/${name}?count=${count}`);
		if (!response.ok) throw new Problem(`${name}: ${await lastExecution(api, id)}.`);
		const { items, ...measurement } = (await response.json()) as Report;
		const [expected, received] = [subject.requests?.(count) ?? count, await stage.received()];
		if (received !== expected || items !== count) {
			throw new Problem(
				`${name}: of ${expected} requests ${received} were received, of ${count} items ${items} came out.`,
			);
		}
		return measurement;
	};
}

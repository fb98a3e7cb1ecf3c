import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { untilPublished } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import { Problem } from '../../test/n8n/Problem';
import { step } from '../step.cjs';
import type { Case, Run, Series } from './case';
import type { Stage } from './stage';
import { measuredName, workflowOf } from './workflow';

type Runner = (count: number) => Promise<Run>;

/**
 * Runs a case in rounds. Each round runs every subject once, so that other load on the machine affects all alike.
 * Smaller counts come first, because a process does not return all the memory that a large one took.
 */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	await makeFiles(stage, chosen);
	const subjects = Object.keys(chosen.subjects);
	const runners = new Map<string, Runner>();
	await step(`${chosen.title}: warming up`, async () => {
		for (const subject of subjects)
			runners.set(subject, await warmRunner(stage, chosen, subject, 0));
	});
	const series = chosen.counts.flatMap((count) =>
		subjects.map((subject): Series => ({ case: chosen.name, subject, count, runs: [] })),
	);
	for (let round = 1; round <= rounds; round++) {
		await step(`${chosen.title}: round ${round} of ${rounds}`, async () => {
			for (const { subject, count, runs } of series) {
				const fresh = chosen.freshWorkflows && (await warmRunner(stage, chosen, subject, round));
				const runner = fresh || runners.get(subject);
				if (runner) runs.push(await runner(count));
			}
		});
	}
	return series;
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

/** A subject after a run that does not count, so that its code is compiled and its connections are known. */
async function warmRunner(
	stage: Stage,
	chosen: Case,
	subject: string,
	round: number,
): Promise<Runner> {
	const runner = await runnerOf(stage, chosen, subject, round);
	const { warmUp = 1000 } = chosen.subjects[subject] ?? {};
	const count = chosen.freshWorkflows ? warmUp : Math.min(warmUp, chosen.counts[0] ?? warmUp);
	if (count > 0) await runner(count);
	return runner;
}

async function runnerOf(
	stage: Stage,
	chosen: Case,
	subject: string,
	round: number,
): Promise<Runner> {
	const { nodes, program } = chosen.subjects[subject] ?? {};
	const target = stage.targets[chosen.over];
	if (program) {
		const unknown = { cpu: NaN, resident: NaN, peak: NaN, heapKept: NaN, payload: NaN };
		return async () => ({
			time: await program(target, join(stage.files, `${chosen.name}-0.bin`)),
			...unknown,
		});
	}
	const { api, reportTo, files } = stage;
	const name = `${chosen.name}-${round}-${subject}`.replace(/\W+/g, '-');
	const workflow = workflowOf({ name, measured: nodes?.(target) ?? [], chosen, files, reportTo });
	const { id } = await api.publish(await api.createWorkflow(workflow));
	return (count) => runWorkflow(stage, chosen, subject, { id, name }, count);
}

/** @throws Problem if the node failed, or if the number of requests or of output items is not the expected one */
async function runWorkflow(
	stage: Stage,
	chosen: Case,
	subject: string,
	workflow: { id: string; name: string },
	count: number,
): Promise<Run> {
	const { api } = stage;
	await stage.received();
	let isOver = false;
	const reported = stage.nextReport().finally(() => (isOver = true));
	const given = chosen.files?.readingCounts ? 1 : count;
	const query = new URLSearchParams({
		count: String(given),
		recipients: String(chosen.recipients ?? count),
	});
	await untilPublished(`${api.url}/webhook/${workflow.name}?${query.toString()}`);
	// Checks every 5 s whether the execution has ended without a report.
	const hasFailed = async () =>
		['error', 'crashed', 'canceled'].includes((await api.executions(workflow.id))[0]?.status ?? '');
	const failure = pWaitFor(async () => isOver || (await hasFailed()), {
		interval: 5000,
		before: false,
	}).then(async () => {
		if (isOver) return await reported;
		throw new Problem(`${workflow.name}: ${await lastExecution(api, workflow.id)}.`);
	});
	const { wall, executionId, items, ...report } = await Promise.race([reported, failure]);
	const [expected, received] = [
		chosen.subjects[subject]?.requests?.(count) ?? count,
		await stage.received(),
	];
	if (received !== expected || items !== count) {
		throw new Problem(
			`${workflow.name}: of ${expected} requests ${received} were received, of ${count} items ${items} came out.`,
		);
	}
	return { ...report, time: chosen.unsaved ? wall : await recordedTime(api, executionId) };
}

/** The time of the measured nodes as n8n recorded it. */
async function recordedTime(api: Stage['api'], executionId: string): Promise<number> {
	// The report comes from the execution's last node, a moment before its end.
	await pWaitFor(
		async () => !['running', 'new'].includes((await api.execution(executionId)).status),
		{ interval: 50 },
	);
	const { data } = await api.execution(executionId);
	type Data = { resultData: { runData: Record<string, Array<{ executionTime: number }>> } };
	const { runData } = (parse(data) as Data).resultData;
	// Otherwise the database would grow with every run, so the runs would not be comparable.
	await api.call('POST', '/executions/delete', { ids: [executionId] });
	const measured = Object.entries(runData).filter(([name]) => name.startsWith(measuredName));
	return measured.reduce((sum, [, [run]]) => sum + (run?.executionTime ?? NaN), 0);
}

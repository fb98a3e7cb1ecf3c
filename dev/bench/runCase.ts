import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPublished } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import { Problem } from '../../test/n8n/Problem';
import { step } from '../step.cjs';
import type { Case, Run, Series, Subject } from './case';
import type { Report } from './nodes/BenchReport.node';
import type { Stage } from './stage';
import { workflowOf } from './workflowOf';

type Runner = (count: number) => Promise<Run>;

let workflows = 0;

/**
 * Runs a case in rounds. Each round runs every subject once, so that other load on the machine affects all alike.
 * Smaller counts come first, because a process does not return all the memory that a large one took.
 */
export async function runCase(stage: Stage, chosen: Case, rounds: number): Promise<Series[]> {
	const subjects = Object.keys(chosen.subjects);
	const groups = chosen.alone ? subjects.map((subject) => [subject]) : [subjects];
	const all: Series[] = [];
	const warm = async (name: string) =>
		await warmRunner(stage, chosen, chosen.subjects[name] as Subject);
	for (const group of groups) {
		const title = chosen.alone ? `${chosen.title}, ${group[0]}` : chosen.title;
		const runners = new Map<string, Runner>();
		await step(`${title}: warming up`, async () => {
			for (const name of group) if (!chosen.fresh) runners.set(name, await warm(name));
		});
		const series = chosen.counts.flatMap((count) =>
			group.map((subject): Series => ({ case: chosen.name, subject, count, runs: [] })),
		);
		for (let round = 1; round <= rounds; round++) {
			await step(`${title}: round ${round} of ${rounds}`, async () => {
				for (const { subject: name, count, runs } of series) {
					const runner = runners.get(name) ?? (await warm(name));
					runs.push(await runner(count));
				}
			});
		}
		all.push(...series);
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

/** A subject after a run that does not count, so that its code is compiled; not if memory counts from the start. */
async function warmRunner(stage: Stage, chosen: Case, subject: Subject): Promise<Runner> {
	await makeFiles(stage, chosen);
	if (chosen.alone || chosen.fresh === 'process') await stage.restart();
	const { api, targets, files } = stage;
	const measured = subject.nodes(targets[chosen.over]);
	const name = `${chosen.name}-${++workflows}`;
	const workflow = workflowOf({ name, measured, chosen, files });
	const { id } = await api.publish(await api.createWorkflow(workflow));
	const runner: Runner = (count) => runWorkflow(stage, chosen, subject, { id, name }, count);
	const { warmUp = 1000 } = subject;
	const count = chosen.fresh ? warmUp : Math.min(warmUp, chosen.counts[0] ?? warmUp);
	if (count > 0 && !chosen.alone && chosen.fresh !== 'process') await runner(count);
	return runner;
}

/** @throws Problem if the node failed, or if the number of requests or of output items is not the expected one */
async function runWorkflow(
	stage: Stage,
	chosen: Case,
	subject: Subject,
	workflow: { id: string; name: string },
	count: number,
): Promise<Run> {
	const { api } = stage;
	await stage.received();
	const given = chosen.files?.readingCounts ? 1 : count;
	const response = await fetchPublished(`${api.url}/webhook/${workflow.name}?count=${given}`);
	if (!response.ok) {
		throw new Problem(`${workflow.name}: ${await lastExecution(api, workflow.id)}.`);
	}
	const { items, ...report } = (await response.json()) as Report;
	const [expected, received] = [subject.requests?.(count) ?? count, await stage.received()];
	if (received !== expected || items !== count) {
		throw new Problem(
			`${workflow.name}: of ${expected} requests ${received} were received, of ${count} items ${items} came out.`,
		);
	}
	return report;
}

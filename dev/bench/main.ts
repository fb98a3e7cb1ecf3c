import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shown } from '../../test/n8n/checkout';
import { parseArguments, wholeNumber } from '../../test/n8n/parseArguments';
import { Problem } from '../../test/n8n/Problem';
import { type AtEnd, runCommand } from '../../test/n8n/runCommand';
import type { Case, Series } from './case';
import { distance } from './cases/distance';
import { files } from './cases/files';
import { keys } from './cases/keys';
import { texts } from './cases/texts';
import { keep, machine, tableOf } from './report';
import { runCase } from './runCase';
import { setUp, type Stage } from './stage';

const cases = [...texts, ...distance, ...files, ...keys];

const usage = `Usage: npm run bench -- [--only NAME]… [--rounds 5] [--cpu-prof]
Cases: ${cases.map(({ name }) => name).join(', ')}`;

function readOptions() {
	const only = { type: 'string', multiple: true, default: [] as string[] } as const;
	const rounds = { type: 'string', default: '5' } as const;
	const values = parseArguments(
		{ only, rounds, 'cpu-prof': { type: 'boolean', default: false } },
		usage,
	);
	const chosen = cases.filter(
		({ name }) => values.only.length === 0 || values.only.some((part) => name.includes(part)),
	);
	if (chosen.length === 0) throw new Problem(`There is no such case.\n${usage}`);
	return { chosen, rounds: wholeNumber(values.rounds, 1000, usage), profiled: values['cpu-prof'] };
}

/** Works with a new n8n and ends it afterwards. Keeps its folder only if the work fails or there are CPU profiles. */
async function onStage(
	atEnd: AtEnd,
	profiled: boolean,
	work: (stage: Stage) => Promise<void>,
): Promise<void> {
	const undos: Array<() => unknown> = [];
	const undoAll = async () => {
		for (const undo of undos.splice(0)) await undo();
	};
	atEnd(undoAll);
	const env: Record<string, string> = profiled
		? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=profiles' }
		: {};
	const stage = await setUp((undo) => undos.unshift(undo), env);
	await work(stage);
	await undoAll();
	if (!profiled) return await rm(stage.folder, { recursive: true, force: true });
	console.log(`The CPU profiles are in ${shown(join(stage.folder, 'profiles'))}; the largest is n8n's.
Open it on https://www.speedscope.app, or in Chrome: DevTools, Performance, Load profile.`);
}

async function measure(atEnd: AtEnd): Promise<void> {
	const { chosen, rounds, profiled } = readOptions();
	const about = { date: new Date().toISOString(), rounds, machine: machine() };
	console.log(
		Object.entries(about.machine)
			.map(([what, value]) => `  ${what}: ${value}`)
			.join('\n'),
	);
	const series: Series[] = [];
	const run = async (stage: Stage, one: Case) =>
		void series.push(...(await runCase(stage, one, rounds)));
	const together = chosen.filter(({ alone }) => !alone);
	if (together.length > 0) {
		await onStage(atEnd, profiled, async (stage) => {
			for (const one of together) await run(stage, one);
		});
	}
	for (const one of chosen.filter(({ alone }) => alone)) {
		for (const [name, subject] of Object.entries(one.subjects)) {
			await onStage(atEnd, profiled, (stage) =>
				run(stage, { ...one, subjects: { [name]: subject } }),
			);
		}
	}
	console.log(`\n${tableOf(chosen, series)}\n`);
	// Two workers need Redis and Postgres, which the queue mode suite starts.
	if (chosen.some((one) => keys.includes(one)))
		execFileSync('npm', ['run', 'bench:workers'], { stdio: 'inherit' });
	// Profiling slows n8n, and an incomplete set of cases must not replace the kept figures.
	if (chosen.length === cases.length && !profiled)
		console.log(`Kept in ${shown(keep(cases, series, about))}.`);
}

void runCommand(measure);

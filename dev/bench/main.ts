import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { shown } from '../../test/n8n/checkout';
import { parseArguments, wholeNumber } from '../../test/n8n/parseArguments';
import { Problem } from '../../test/n8n/Problem';
import { type AtEnd, runCommand } from '../../test/n8n/runCommand';
import type { Case, Goal, Series } from './case';
import { distance } from './cases/distance';
import { files } from './cases/files';
import { keys } from './cases/keys';
import { texts } from './cases/texts';
import { cpu, ratio } from './goals';
import { keep, machine, tableOf } from './report';
import { runCase, type StageOf } from './runCase';
import { setUp, type Stage } from './stage';

const cases = [...texts, ...distance, ...files, ...keys];

const usage = `Usage: npm run bench -- [--only NAME]… [--rounds 5] [--against FILE.tgz] [--cpu-prof]
Cases: ${cases.map(({ name }) => name).join(', ')}`;

function readOptions() {
	const options = {
		only: { type: 'string', multiple: true, default: [] as string[] },
		rounds: { type: 'string', default: '5' },
		against: { type: 'string' },
		'cpu-prof': { type: 'boolean', default: false },
	} as const;
	const { only, against, ...values } = parseArguments(options, usage);
	const chosen = cases.filter(
		({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
	);
	if (chosen.length === 0) throw new Problem(`There is no such case.\n${usage}`);
	return {
		chosen: against === undefined ? chosen : chosen.map((one) => comparing(one, resolve(against))),
		rounds: wholeNumber(values.rounds, 1000, usage),
		profiled: values['cpu-prof'],
		isComplete: chosen.length === cases.length && !values['cpu-prof'] && against === undefined,
	};
}

/** A case that compares our node with that of another package. */
function comparing(one: Case, tarball: string): Case {
	const ours = Object.entries(one.subjects).filter(([name]) => name.startsWith('ours'));
	const other = (name: string) => `${name} of ${basename(tarball)}`;
	const goals = ours.flatMap(([name]): Goal[] => [
		{ what: `time / the other's: ${name}`, value: ratio(name, other(name)) },
		{ what: 'CPU', value: ratio(name, other(name), cpu) },
	]);
	const pairs = ours.flatMap(([name, own]) => [
		[name, own] as const,
		[other(name), { ...own, tarball }] as const,
	]);
	return { ...one, subjects: Object.fromEntries(pairs), goals };
}

async function measure(atEnd: AtEnd): Promise<void> {
	const { chosen, rounds, profiled, isComplete } = readOptions();
	const about = { date: new Date().toISOString(), rounds, machine: machine() };
	console.log(
		Object.entries(about.machine)
			.map(([what, value]) => `  ${what}: ${value}`)
			.join('\n'),
	);
	const undos: Array<() => unknown> = [];
	const undoAll = async () => {
		for (const undo of undos.splice(0)) await undo();
	};
	atEnd(undoAll);
	const env: Record<string, string> = profiled
		? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=profiles' }
		: {};
	const tarballs = new Set(
		chosen.flatMap(({ subjects }) => Object.values(subjects).map(({ tarball }) => tarball)),
	);
	// One n8n for each package.
	const stages = new Map<string | undefined, Stage>();
	for (const tarball of tarballs)
		stages.set(tarball, await setUp((undo) => undos.unshift(undo), env, tarball));
	const stageOf: StageOf = ({ tarball }) => stages.get(tarball) as Stage;
	const series: Series[] = [];
	for (const one of chosen) series.push(...(await runCase(stageOf, one, rounds)));
	await undoAll();
	console.log(`\n${tableOf(chosen, series)}\n`);
	// Profiling slows n8n, and an incomplete set of cases must not replace the kept figures.
	if (isComplete) console.log(`Kept in ${keep(cases, series, about).map(shown).join(', ')}.`);
	for (const { folder } of stages.values()) {
		if (!profiled) await rm(folder, { recursive: true, force: true });
		else {
			console.log(`The CPU profiles are in ${shown(join(folder, 'profiles'))}; the largest is n8n's.
Open it on https://www.speedscope.app, or in Chrome: DevTools, Performance, Load profile.`);
		}
	}
}

void runCommand(measure);

import { rm } from 'node:fs/promises';
import { shown } from '../start/checkout';
import { endAsked } from '../start/ending';
import { Problem } from '../start/problem';
import { type Case, cases } from './cases';
import { findings } from './goals';
import { machine } from './machine';
import { readOptions, type BenchOptions } from './options';
import { profileCase } from './profile';
import { keep } from './results';
import { runCase, type Series } from './rounds';
import { setUp, type Stage } from './stage';
import { goalsTable, timesTable } from './table';

type Undos = Array<() => unknown>;

/** Runs a case's subjects one after the other, each in an n8n of its own, which is gone afterwards. */
async function runAlone(undos: Undos, chosen: Case, rounds: number): Promise<Series[]> {
	const series: Series[] = [];
	for (const subject of chosen.subjects) {
		const before = undos.length;
		const stage = await setUp((undo) => undos.unshift(undo));
		series.push(...(await runCase(stage, { ...chosen, subjects: [subject] }, rounds)));
		// What came last goes first.
		for (const undo of undos.splice(0, undos.length - before)) await undo();
		await rm(stage.folder, { recursive: true, force: true });
	}
	return series;
}

async function measure(stage: Stage, undos: Undos, { only, rounds, profile }: BenchOptions): Promise<void> {
	const date = new Date().toISOString();
	const about = machine();
	console.log(Object.entries(about).map(([what, value]) => `  ${what}: ${value}`).join('\n'));
	const chosen = cases.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
	if (chosen.length === 0) throw new Problem(`No such case. There are ${cases.map(({ name }) => name).join(', ')}.`);
	const series: Series[] = [];
	for (const one of chosen) {
		series.push(...(await (one.alone ? runAlone(undos, one, rounds) : runCase(stage, one, rounds))));
	}
	const found = findings(series);
	console.log(`\n${timesTable(series)}\n\n${goalsTable(found)}\n`);
	console.log(`Kept in ${shown(keep({ date, rounds, machine: about, findings: found, series }))}.`);
	if (profile) for (const one of chosen) await profileCase(stage, one);
}

async function bench(args: readonly string[], asked: Promise<string>): Promise<void> {
	const options = readOptions(args);
	const undos: Undos = [];
	let folder: string | undefined;
	const story = async () => {
		const stage = await setUp((undo) => undos.unshift(undo));
		folder = stage.folder;
		await measure(stage, undos, options);
	};
	try {
		const reason = await Promise.race([story(), asked]);
		if (reason) process.exitCode = 1;
	} catch (error) {
		console.error(error instanceof Problem ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
	for (const undo of undos) await undo();
	// Profiles, and what a failed run left behind, are there to be looked into.
	if (folder && !options.profile && !process.exitCode) await rm(folder, { recursive: true, force: true });
}

bench(process.argv.slice(2), endAsked())
	.catch((error: unknown) => {
		console.error(error instanceof Problem ? error.message : error);
		process.exitCode = 1;
	})
	.finally(() => process.exit());

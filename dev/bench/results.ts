import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './findings';
import type { Machine } from './machine';
import type { Series } from './rounds';

export interface Result {
	date: string;
	rounds: number;
	machine: Machine;
	findings: Finding[];
	series: Series[];
}

/** Keeps a run's figures, named by its date. @returns the file's path */
export function keep(result: Result): string {
	const folder = join(__dirname, 'results');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${result.date.slice(0, 19).replaceAll(':', '-')}.json`);
	writeFileSync(file, `${JSON.stringify(result, null, '\t')}\n`);
	return file;
}

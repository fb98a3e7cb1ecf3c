import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './checkout';

/** The statement of docs/operate.md that removes old Send Once Keys. */
export function removeOldKeys(database: 'Postgres' | 'SQLite'): string {
	const page = readFileSync(join(root, 'docs', 'operate.md'), 'utf8');
	const [, statement = ''] =
		new RegExp(`^${database}\\b[^]*?\`\`\`sql\\n([^]*?)\`\`\``, 'm').exec(page) ?? [];
	return statement;
}

const [one, another] = ['abcdefghijklmnopqrstu-', '_BCDEFGHIJKLMNOPQRSTUV'];

/** Rows of the table `processed_data`: the workflow, the context, and the age in days. */
const rows: Array<[workflow: string, context: string, days: number, stays: boolean]> = [
	// A key that was refused long ago, and sent now.
	['w', `n:node-1:v1:${one}:1:started`, 100, true],
	['w', `n:node-1:v1:${one}:1:outcome`, 100, true],
	['w', `n:node-1:v1:${one}:2:started`, 10, true],
	// An old one, and the same key in another node and in another workflow.
	['w', `n:node-1:v1:${another}:1:started`, 100, false],
	['w', `n:node-1:v1:${another}:1:at`, 95, false],
	['w', `n:node-22:v1:${another}:1:started`, 89, true],
	['v', `n:node-1:v1:${another}:1:started`, 5, true],
	// A Remove Duplicates node, and a retry of an execution.
	['w', 'n:node-1', 200, true],
	['w', 'n:retry of 12', 200, true],
];

export const contextsThatStay = rows
	.filter(([, , , stays]) => stays)
	.map(([workflow, context]) => `${workflow} ${context}`)
	.sort();

/** @param ago SQL for a time so many days ago */
export const insertKeys = (ago: (days: number) => string): string =>
	`INSERT INTO processed_data (context, "workflowId", "createdAt", "updatedAt", value) VALUES ${rows
		.map(
			([workflow, context, days]) =>
				`('${context}', '${workflow}', ${ago(days)}, ${ago(days)}, '')`,
		)
		.join(', ')}`;

/** Prints what the limits of a run reach in every case. Words after the command choose cases by name. */
import { markdownTable } from 'markdown-table';

import { cases } from './cases';
import { measure } from './measure';

const header = ['case', 'possible', 'accepted (mean)', 'at the latest', 'run ended'];

async function main(words: string): Promise<void> {
	const lines = [[...header, 'refusals a message', 'failed']];
	for (const row of cases.filter(({ name }) => name.includes(words))) {
		const { accepted, refusals, worst, lost } = await measure(row);
		lines.push([
			row.name,
			`${(row.possible / 1000).toFixed(1)} s`,
			`${accepted.mean.toFixed(2)} s`,
			`${worst.accepted.toFixed(1)} s`,
			`${worst.ended.toFixed(1)} s`,
			refusals.mean.toFixed(3),
			String(lost),
		]);
	}
	console.log(markdownTable(lines, { align: ['l', 'r', 'r', 'r', 'r', 'r', 'r'] }));
}

void main(process.argv.slice(2).join(' '));

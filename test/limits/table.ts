/** Prints what the limits of a run reach in every case. Words after the command choose cases by name. */
import { markdownTable } from 'markdown-table';

import { cases } from './cases';
import { measure } from './measure';

const share = (value: number) => `${Math.round(100 * value)} %`;

async function main(words: string): Promise<void> {
	const lines = [
		['case', 'possible', 'accepted', 'ended', 'reached', 'refusals an item', 'failed'],
	];
	for (const row of cases.filter(({ name }) => name.includes(words))) {
		const line = await measure(row, true);
		const { name, possible, accepted, ended, reached, refused, lost } = line;
		const items = row.messages.length * (row.runs ?? 1);
		lines.push([
			name,
			`${possible.toFixed(1)} s`,
			`${accepted.toFixed(1)} s`,
			`${ended.toFixed(1)} s`,
			share(reached),
			(refused / items).toFixed(2),
			String(lost),
		]);
	}
	console.log(markdownTable(lines, { align: ['l', 'r', 'r', 'r', 'r', 'r', 'r'] }));
}

void main(process.argv.slice(2).join(' '));

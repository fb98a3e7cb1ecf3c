import { parseArguments, wholeNumber } from '../../test/n8n/parseArguments';
import { Problem } from '../../test/n8n/Problem';
import { type AtEnd, runCommand } from '../../test/n8n/runCommand';
import { cases } from './cases';
import { machine, tableOf, writeDown } from './report';
import { rowsOf } from './rows';
import { runCase } from './runCase';
import { setUp } from './stage';

const usage = `Usage: npm run bench -- [--only NAME]… [--rounds 5]
Cases: ${cases.map(({ name }) => name).join(', ')}`;

async function measure(atEnd: AtEnd): Promise<void> {
	const options = {
		only: { type: 'string', multiple: true, default: cases.map(({ name }) => name) },
		rounds: { type: 'string', default: '5' },
	} as const;
	const { only, ...values } = parseArguments(options, usage);
	const rounds = wholeNumber(values.rounds, 1000, usage);
	const chosen = cases.filter(({ name }) => only.includes(name));
	if (chosen.length === 0) throw new Problem(`There is no such case.\n${usage}`);
	const about = `${machine()}; ${rounds} rounds.`;
	console.log(about);
	const stage = await setUp(atEnd);
	const rows: string[][] = [];
	for (const one of chosen) {
		rows.push(...rowsOf(one, await runCase(stage, one, rounds)));
	}
	const table = tableOf(rows);
	console.log(`\n${table}\n`);
	// An incomplete set of cases must not replace the kept figures.
	if (chosen.length === cases.length) console.log(`Kept in ${writeDown(table, about)}.`);
}

void runCommand(measure);

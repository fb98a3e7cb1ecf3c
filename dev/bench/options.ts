import { parseArgs } from 'node:util';
import { Problem } from '../start/problem';

export interface BenchOptions {
	/** Cases whose name has one of these in it; all if empty. */
	only: string[];
	rounds: number;
	/** Also keeps a CPU profile of one more run of each subject, and prints where its time went. */
	profile: boolean;
}

const usage = 'Usage: npm run bench -- [--only NAME]… [--rounds 5] [--profile]';

export function readOptions(args: readonly string[]): BenchOptions {
	const { values } = parse(args);
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) throw new Problem(`${values.rounds} is not a number of rounds.\n${usage}`);
	return { only: values.only, rounds, profile: values.profile };
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				only: { type: 'string', multiple: true, default: [] },
				rounds: { type: 'string', default: '5' },
				profile: { type: 'boolean', default: false },
			},
		});
	} catch (error) {
		throw new Problem(`${(error as Error).message}\n${usage}`);
	}
}

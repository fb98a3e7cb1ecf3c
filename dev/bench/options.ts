import { parseArguments } from '../start/arguments';
import { Problem } from '../start/problem';

export interface BenchOptions {
	/** Cases whose name has one of these in it; all if empty. */
	only: string[];
	rounds: number;
	/** Also keeps a CPU profile of one more run of each subject, and prints where its time went. */
	profile: boolean;
}

const usage = 'Usage: npm run bench -- [--only NAME]… [--rounds 5] [--profile]';

const options = {
	only: { type: 'string', multiple: true, default: [] as string[] },
	rounds: { type: 'string', default: '5' },
	profile: { type: 'boolean', default: false },
} as const;

export function readOptions(args: readonly string[]): BenchOptions {
	const values = parseArguments(args, options, usage);
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) throw new Problem(`${values.rounds} is not a number of rounds.\n${usage}`);
	return { only: values.only, rounds, profile: values.profile };
}

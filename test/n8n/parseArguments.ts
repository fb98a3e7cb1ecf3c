import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Parses the command line. If that fails, prints the reason and the `usage`, and ends the process. */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
	options: Options,
	usage: string,
) {
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		return endWith((error as Error).message, usage);
	}
}

/** A whole number from 1 to `most`. If the text is not one, ends the process in the same way. */
export function wholeNumber(text: string, most: number, usage: string): number {
	const number = Number(text);
	return Number.isInteger(number) && number >= 1 && number <= most
		? number
		: endWith(`${text} is not a number from 1 to ${most}.`, usage);
}

function endWith(problem: string, usage: string): never {
	console.error(`${problem}\n${usage}`);
	process.exit(1);
}

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Problem } from './problem';

/**
 * What a command line says.
 * @param usage the line that shows how the command is called
 * @throws Problem with that line, for an option that there is not
 */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options, usage: string) {
	try {
		return parseArgs({ args: [...args], options }).values;
	} catch (error) {
		throw new Problem(`${(error as Error).message}\n${usage}`);
	}
}

import { parseArgs } from 'node:util';
import { Problem } from './problem';

export interface StartOptions {
	/** Submit the form, check what arrives, end. */
	once: boolean;
	/** Undefined: any free one. */
	n8nPort?: number;
	sandboxPort?: number;
}

const usage = 'Usage: npm start -- [--once] [--n8n-port 5678] [--sandbox-port 8585]';

export function readOptions(args: readonly string[]): StartOptions {
	const { values } = parse(args);
	// With --once nobody opens an address, so that it need not be one they know.
	return {
		once: values.once,
		n8nPort: port(values['n8n-port'] ?? (values.once ? undefined : '5678')),
		sandboxPort: port(values['sandbox-port'] ?? (values.once ? undefined : '8585')),
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				once: { type: 'boolean', default: false },
				'n8n-port': { type: 'string' },
				'sandbox-port': { type: 'string' },
			},
		});
	} catch (error) {
		throw new Problem(`${(error as Error).message}\n${usage}`);
	}
}

function port(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Problem(`${text} is not a port.\n${usage}`);
	return number;
}

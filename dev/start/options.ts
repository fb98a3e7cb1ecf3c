import { parseArguments } from './arguments';
import { Problem } from './problem';

export interface StartOptions {
	/** Submit the form, check what arrives, end. */
	once: boolean;
	/** Undefined: any free one. */
	n8nPort?: number;
	sandboxPort?: number;
}

const usage = 'Usage: npm start -- [--once] [--n8n-port 5678] [--sandbox-port 8585]';

const options = {
	once: { type: 'boolean', default: false },
	'n8n-port': { type: 'string' },
	'sandbox-port': { type: 'string' },
} as const;

export function readOptions(args: readonly string[]): StartOptions {
	const values = parseArguments(args, options, usage);
	// With --once nobody opens an address, so that it need not be one they know.
	return {
		once: values.once,
		n8nPort: port(values['n8n-port'] ?? (values.once ? undefined : '5678')),
		sandboxPort: port(values['sandbox-port'] ?? (values.once ? undefined : '8585')),
	};
}

function port(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Problem(`${text} is not a port.\n${usage}`);
	return number;
}

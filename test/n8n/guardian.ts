import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { root } from './checkout';

let input: Writable | undefined;

/**
 * Starts the guardian if it is not running: a separate process that knows the process groups of this one. However this
 * process ends, for example by Ctrl-C in jest or by SIGKILL, the guardian ends the groups that are left.
 */
export function wakeGuardian(): Writable {
	if (input) return input;
	const program = join(root, 'test', 'n8n', 'guardianProcess.mjs');
	// Detached, so that Ctrl-C does not reach it.
	const beside = spawn(process.execPath, [program], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	beside.unref();
	(beside.stdin as Writable & { unref(): void }).unref();
	return (input = beside.stdin);
}

export const tellGuardian = (what: 'begun' | 'ended', group: number) =>
	void wakeGuardian().write(`${what} ${group}\n`);

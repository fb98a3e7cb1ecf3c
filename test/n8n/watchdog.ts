import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { root } from './checkout';

let input: Writable | undefined;

/**
 * Starts the watchdog if it is not running: a separate process that knows the process groups of this one.
 * However this process ends, for example by Ctrl-C in jest or by SIGKILL, the watchdog ends the groups
 * that are left.
 */
export function startWatchdog(): Writable {
	if (input) return input;
	const program = join(root, 'test', 'n8n', 'watchdogProcess.mjs');
	// Detached, so that Ctrl-C does not reach it.
	const child = spawn(process.execPath, [program], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	child.unref();
	(child.stdin as Writable & { unref(): void }).unref();
	return (input = child.stdin);
}

export const tellWatchdog = (what: 'begun' | 'ended', group: number) =>
	void startWatchdog().write(`${what} ${group}\n`);

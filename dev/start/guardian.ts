import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { root } from './checkout';

let input: Writable | undefined;

/**
 * Tells a process beside this one of a process group. However this one ends, by Ctrl-C within jest or by SIGKILL
 * too, that one ends the groups that are left.
 */
export function tellGuardian(what: 'begun' | 'ended', group: number): void {
	input ??= startGuardian();
	input.write(`${what} ${group}\n`);
}

function startGuardian(): Writable {
	// Detached: a Ctrl-C is not for it.
	const guardian = spawn(process.execPath, [join(root, 'dev', 'start', 'guardian-process.mjs')], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	guardian.unref();
	(guardian.stdin as Writable & { unref(): void }).unref();
	return guardian.stdin;
}

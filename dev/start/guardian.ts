import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { root } from './checkout';

let input: Writable | undefined;

/** Starts the guardian, if it is not there: before a group begins, so that it is told of that at once. */
export function wakeGuardian(): Writable {
	return (input ??= startGuardian());
}

/**
 * Tells a process beside this one of a process group. However this one ends, by Ctrl-C within jest or by SIGKILL
 * too, that one ends the groups that are left.
 */
export function tellGuardian(what: 'begun' | 'ended', group: number): void {
	wakeGuardian().write(`${what} ${group}\n`);
}

function startGuardian(): Writable {
	// Detached: a Ctrl-C is not for it.
	const beside = spawn(process.execPath, [join(root, 'dev', 'start', 'guardian-process.mjs')], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	beside.unref();
	(beside.stdin as Writable & { unref(): void }).unref();
	return beside.stdin;
}

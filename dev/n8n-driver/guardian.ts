import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { root } from './checkout';

let input: Writable | undefined;

/**
 * Starts the guardian, if it is not there: a process beside this one, which is told of process groups. However this one
 * ends, by Ctrl-C within jest or by SIGKILL too, that one ends the groups that are left.
 */
export function wakeGuardian(): Writable {
	if (input) return input;
	const program = join(root, 'dev', 'n8n-driver', 'guardianProcess.mjs');
	// Detached: a Ctrl-C is not for it.
	const beside = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	beside.unref();
	(beside.stdin as Writable & { unref(): void }).unref();
	return (input = beside.stdin);
}

export const tellGuardian = (what: 'begun' | 'ended', group: number) => void wakeGuardian().write(`${what} ${group}\n`);

import { execFileSync } from 'node:child_process';

/** Runs a Node.js program to get its version, e.g. "Node 24.21.0". */
export function nodeOf(program: string): string {
	return `Node ${execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1)}`;
}

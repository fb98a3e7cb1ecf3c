import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Problem } from '../n8n/Problem';

/** The programs that queue mode and the proxy need, with their packages. */
const packages = {
	'redis-server': 'redis-server',
	pg_config: 'postgresql',
	tinyproxy: 'tinyproxy',
};

function isThere(program: string): boolean {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.some((folder) => existsSync(join(folder, program)));
}

/** @throws Problem with the command that installs the missing packages */
export function checkPackages(): void {
	const missing = Object.entries(packages).flatMap(([program, name]) =>
		isThere(program) ? [] : [name],
	);
	// Postgres' client package also contains pg_config.
	if (!missing.includes('postgresql') && !existsSync(postgresProgram('initdb')))
		missing.push('postgresql');
	if (missing.length === 0) return;
	throw new Problem(
		`The tests of queue mode need ${missing.join(', ')}. Run: apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`,
	);
}

/** The path of a Postgres program. Debian does not put the server's programs on PATH. */
export function postgresProgram(name: string): string {
	return join(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim(), name);
}

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '../../n8n/ports';
import { ProcessGroup } from '../../n8n/ProcessGroup';
import { missingPackage, untilReady } from '../../support/startProgram';

/** The path of a Postgres program. Debian does not put the server's programs on PATH. */
function postgresProgram(name: string): string {
	const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
	const path = join((asked.stdout ?? '').trim(), name);
	// The client package also contains pg_config.
	return asked.status === 0 && existsSync(path) ? path : missingPackage('postgresql');
}

/** Postgres refuses to run as root, so root uses the user that its package creates. */
function account(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Faster settings for a database that need not survive a crash. */
const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((setting) => [
	'-c',
	setting,
]);

export interface Postgres {
	/** n8n's environment variables for it. */
	env: Record<string, string>;
	/** Runs SQL directly. @returns what it says, in lines */
	query(sql: string): Promise<string>;
	/** Ends all connections, and is gone for a quarter of a second at least. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts an empty Postgres. It has its own folder, because its user may not enter the cluster's. */
export async function startPostgres(): Promise<Postgres> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-postgres-'));
	const { uid, gid } = account();
	if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
	const options = { cwd: folder, uid, gid };
	const data = join(folder, 'data');
	const port = await freePort();

	const encoding = ['--encoding', 'UTF8', '--no-locale', '--no-sync'];
	const cluster = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', ...encoding];
	execFileSync(postgresProgram('initdb'), cluster, { ...options, stdio: 'pipe' });
	const reached = ['-p', String(port), '-h', '127.0.0.1'];
	const server = ['-D', data, ...reached, '-k', folder, ...hasty];
	const begin = () =>
		new ProcessGroup(postgresProgram('postgres'), server, join(folder, 'postgres.log'), options);
	let group = begin();
	const ready = async () =>
		await untilReady(
			'Postgres',
			group,
			() => spawnSync(postgresProgram('pg_isready'), reached).status === 0,
		);
	const stop = async () => {
		await group.stop();
		await rm(folder, { recursive: true, force: true });
	};
	const restart = async () => {
		const fast = ['stop', '--pgdata', data, '--mode', 'fast'];
		await promisify(execFile)(postgresProgram('pg_ctl'), fast, options);
		await group.ended;
		await sleep(250);
		group = begin();
		await ready();
	};
	try {
		await ready();
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'postgres',
		},
		query: async (sql) => {
			const given = [...reached, '-U', 'postgres', '-At', '-c', sql];
			const { stdout } = await promisify(execFile)(postgresProgram('psql'), given);
			return stdout;
		},
		restart,
		stop,
	};
}

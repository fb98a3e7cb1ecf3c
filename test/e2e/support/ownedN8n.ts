import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installNode, packNode } from '../../n8n/communityNode';
import { N8nApi } from '../../n8n/N8nApi';
import { n8nProgram } from '../../n8n/n8nProgram';
import { type N8n, startN8n } from '../../n8n/startN8n';

/** A real n8n with the packed node installed and an owner. */
export interface OwnedN8n {
	api: N8nApi;
	/** Like a power cut, or asks n8n to end, like a deployment. Sessions stay valid. @param version that starts, if it is another one */
	killAndStart: (signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT', version?: string) => Promise<void>;
	/** Ends every limited wait, however long its limit is. */
	endWaits: () => Promise<void>;
	stop: () => Promise<void>;
}

interface Sqlite {
	Database: new (file: string) => {
		exec: (sql: string, done: (error: Error | null) => void) => void;
		close: (done: (error: Error | null) => void) => void;
	};
}

export interface N8nSettings {
	/** Additional environment variables, such as N8N_DEFAULT_BINARY_DATA_MODE. */
	env?: Record<string, string>;
	/** A version in dev/versions; by default the one in dev/n8n. */
	version?: string;
	/** The node; by default it is packed now. */
	tarball?: string;
}

/** A time zone in which it is about noon, so that no test runs across midnight: keys of examples contain the day. */
function zoneAtNoon(): string {
	const hour = new Date().getUTCHours();
	// West of Greenwich is positive in these names.
	return `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(hour - 12)}`;
}

/**
 * Lets the limit of every wait pass, in the database. A limit of seconds would end a wait while a slow machine still
 * looks at it, and n8n's recovery can spoil an execution whose wait ended before n8n started.
 */
async function endWaits(folder: string, version?: string): Promise<void> {
	const { Database } = createRequire(n8nProgram(version).script)('sqlite3') as Sqlite;
	const database = new Database(join(folder, '.n8n', 'database.sqlite'));
	// A wait without a limit ends in the year 3000.
	const past = `PRAGMA busy_timeout = 20000; UPDATE execution_entity SET waitTill = '2000-01-01 00:00:00.000' WHERE status = 'waiting' AND waitTill < '3000-01-01'`;
	await promisify(database.exec.bind(database))(past);
	await promisify(database.close.bind(database))();
}

/** @param folder n8n's user folder, which the caller removes */
export async function startOwnedN8n(
	folder: string,
	{ env, version, tarball }: N8nSettings,
): Promise<OwnedN8n> {
	const lookOften = `--require ${join(__dirname, 'lookAtWaitsOften.cjs')}`;
	const settings = { GENERIC_TIMEZONE: zoneAtNoon(), NODE_OPTIONS: lookOften, ...env };
	const start = async (port?: number, started = version) =>
		await startN8n({ folder, env: settings, version: started, port });
	await installNode(tarball ?? (await packNode(join(folder, 'package'))), folder);
	let n8n: N8n = await start();
	const api = new N8nApi(n8n.url);
	try {
		await api.setUpOwner();
	} catch (error) {
		// Open handles would keep jest from exiting.
		await n8n.stop();
		throw error;
	}
	return {
		api,
		killAndStart: async (signal = 'SIGKILL', next = version) => {
			if (signal === 'SIGKILL') n8n.group.kill();
			else n8n.group.ask(signal);
			await n8n.group.ended;
			n8n = await start(Number(new URL(n8n.url).port), next);
			await api.ready();
		},
		endWaits: async () => await endWaits(folder, version),
		stop: async () => await n8n.stop(),
	};
}

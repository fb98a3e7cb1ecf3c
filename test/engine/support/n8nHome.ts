import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import { type BinaryData, BinaryDataConfig, BinaryDataService, EncryptionKeyProxy } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { LoggerProxy } from 'n8n-workflow';
import { setProxies } from '../../transport/support/proxyEnvironment';
import { until } from '../../support/until';

/** With `database`, the files are on the disk as well, but n8n gives them as from a database. */
export type BinaryMode = 'default' | 'filesystem' | 'database';

/** The part of n8n around the engine: a home folder with a log, and the storage for binary data. */
export interface N8nHome {
	/** Stores new binary data in memory (`default`) or on disk from now on. */
	storeBinariesIn: (mode: BinaryMode) => Promise<void>;
	/** Everything that n8n has logged so far, including debug lines. */
	log: () => Promise<string>;
	/** Removes the folder. */
	leave: () => Promise<void>;
}

/** Call it once per test file, before any other part of n8n: n8n's services exist once per process. */
export function settleIn(): N8nHome {
	setProxies();
	const folder = mkdtempSync(join(tmpdir(), 'messaging-engine-'));
	const logFile = join(folder, 'n8n.log');
	Object.assign(process.env, {
		N8N_USER_FOLDER: folder,
		N8N_EXPRESSION_ENGINE: 'legacy',
		N8N_LOG_LEVEL: 'debug',
		N8N_LOG_OUTPUT: 'file',
		N8N_LOG_FILE_LOCATION: logFile,
		N8N_DIAGNOSTICS_ENABLED: 'false',
	});
	const key = {
		id: 'test',
		value: 'a key for encryption in tests',
		algorithm: 'aes-256-gcm',
		format: 'prefixed' as const,
	};
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getKeyById: async () => key,
		getLegacyKey: async () => key,
	});

	let marks = 0;
	return {
		async storeBinariesIn(mode) {
			const config = Container.get(BinaryDataConfig);
			config.localStoragePath = join(folder, 'binary');
			config.mode = mode;
			const service = Container.get(BinaryDataService);
			await service.init();
			const { managers } = service as unknown as { managers: Record<string, BinaryData.Manager> };
			service.setManager('database', managers.filesystem as BinaryData.Manager);
		},
		async log() {
			const mark = `End of log ${++marks}`;
			LoggerProxy.info(mark);
			// n8n writes the log asynchronously, but in order.
			return await until(mark, async () => {
				const text = await readFile(logFile, 'utf8').catch(() => '');
				return text.includes(mark) && text;
			});
		},
		async leave() {
			// Its timer would keep all of n8n in memory: a worker of Jest then takes too long to exit after 30 files.
			Container.get(SSHClientsManager).onShutdown();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

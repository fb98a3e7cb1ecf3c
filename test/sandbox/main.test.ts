import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { instances, keys } from '../../dev/sandbox/accounts';
import { uploadForm } from './support/uploadForm';

const main = join(__dirname, '../../dev/sandbox/main.ts');

let folder: string;
let started: ChildProcess;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))));
afterEach(() => {
	started.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** Starts the sandbox as a separate process with its own temporary folder. */
function start(port: number) {
	started = spawn(process.execPath, ['--import', 'tsx', main, '--port', String(port)], {
		env: { ...process.env, TMPDIR: folder },
	});
	// Not its exit, which can come before the last of its words.
	const exited = once(started, 'close');
	const said = { text: '' };
	const add = (chunk: Buffer) => (said.text += chunk.toString());
	started.stdout?.on('data', add);
	started.stderr?.on('data', add);
	const says = async (piece: string) => {
		while (!said.text.includes(piece)) await once(started.stdout as NodeJS.EventEmitter, 'data');
		return said.text;
	};
	return { exited, said, says };
}

const uploads = () =>
	readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && entry.parentPath.includes('messaging-sandbox-'),
	);
const folders = () => readdirSync(folder).filter((name) => name.startsWith('messaging-sandbox-'));

it.each(['SIGINT', 'SIGTERM'] as const)(
	'prints its address, keys and instances, and on %s ends and removes the uploads',
	async (signal) => {
		const { exited, says } = start(0);
		const said = await says('Press Ctrl-C to stop.');
		for (const { key, scopes } of Object.values(keys))
			expect(said).toContain(`${key}  ${scopes.join(' ') || '(none)'}`);
		for (const { id, name, engine } of instances)
			expect(said).toContain(`${id}  ${name}, engine ${engine}`);
		const url = /http:\S+/.exec(said)?.[0] ?? '';

		const dispatcher = new Agent();
		const upload = (key: string = keys.none.key, id = 'demo', body = uploadForm('bytes')) =>
			fetch(`${url}/api/v1/instances/${id}/media`, {
				method: 'POST',
				headers: { 'x-api-key': key },
				body,
				dispatcher,
			});
		expect((await upload()).status).toBe(200);
		expect(uploads()).toHaveLength(1);

		started.kill(signal);
		expect(await exited).toEqual([0, null]);
		expect(folders()).toEqual([]);
		await dispatcher.destroy();
	},
);

it('says that a port is in use, and leaves no folder behind', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	const { port } = other.address() as AddressInfo;
	const { exited, said } = start(port);
	expect(await exited).toEqual([1, null]);
	expect(said.text.trim()).toBe(
		`Port ${port} on 127.0.0.1 is in use. Stop what listens there or choose another port.`,
	);
	expect(folders()).toEqual([]);
	other.close();
});

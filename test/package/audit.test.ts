import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { httpServer } from '../transport/support/httpServer';
import { silentHost } from '../transport/support/rawServer';
import { readJson, root } from './built';

/**
 * Runs `npm run audit` with a registry that has an advisory of a package, or none that answers. `asked`: the packages
 * it asked about.
 */
async function audited(name: string, title: string, registry?: string) {
	const advisories = { [name]: [{ title, severity: 'high', vulnerable_versions: '<999' }] };
	const asked: unknown[] = [];
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await buffer(request);
		if (request.method === 'POST') asked.push(JSON.parse(gunzipSync(body).toString()));
		else response.statusCode = 404;
		response.end(JSON.stringify(request.method === 'POST' ? advisories : {}));
	};
	const { url } = await httpServer((request, response) => void answer(request, response));
	const env = {
		...process.env,
		npm_config_registry: registry ?? url,
		npm_config_noproxy: '127.0.0.1',
		npm_config_fetch_retries: '0',
	};
	const [status, said] = await new Promise<[number, string]>((resolve) => {
		const program = [process.execPath, ['dev/audit.mjs'], { cwd: root, env }] as const;
		const audit = execFile(...program, (_, stdout, stderr) =>
			resolve([audit.exitCode ?? 1, stdout + stderr]),
		);
	});
	return { status, said, asked };
}

it('asks npm about each bundled package, and fails with its advisory', async () => {
	const { status, said, asked } = await audited('zod', 'Bad types');
	expect([status, said]).toEqual([1, expect.stringContaining('Bad types')]);
	const { version } = readJson(root, 'node_modules/undici/package.json') as { version: string };
	expect(asked).toEqual([
		expect.objectContaining({
			undici: expect.arrayContaining([version]) as unknown,
			zod: expect.any(Array) as unknown,
			mime: expect.any(Array) as unknown,
		}),
	]);
});

it('says in a sentence that the registry does not answer', async () => {
	const { status, said } = await audited('zod', 'Bad types', `http://${silentHost}`);
	expect(status).toBe(1);
	expect(said).toMatch(/^The registry gives no answer, so nothing is known of advisories: .*\.$/m);
	expect(said).not.toMatch(/^ +at /m);
});

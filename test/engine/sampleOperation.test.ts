import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../package/built';
import { httpServer } from '../transport/httpServer';
import { startEngine } from './engine';
import { photo, upload } from './parameters';

/** The file of an operation whose request is only this. */
const fileOf = (value: string, read: string, more = '') => `
import { requestFor } from '../api/endpoints';
import { binaryField, mediaFilesOf } from '../parameters/files';
import { instanceIdOf } from '../parameters/instance';
import type { NodeOperation } from './NodeOperation';

export const ${value}: NodeOperation = {
	resource: 'presence',
	value: '${value}',
	subtitle: '${value}',
	option: { name: '${value}', action: '${value}', description: '${value}' },
	description: [${more}],
	read: (parameters, itemIndex) => ${read},
};
`;

const request = (value: string) => `requestFor('${value}', instanceIdOf(parameters, itemIndex))`;

const files = `mediaFilesOf(parameters, itemIndex).map(({ file, ...place }) => ({
		...place, request: { ...${request('avatar')}, file },
	}))`;
/** An indication, a second list and a second upload: one file each. */
const operations = {
	archive: fileOf('archive', `({ request: ${request('archive')} })`),
	chats: fileOf('chats', `({ request: ${request('chats')} })`),
	avatar: fileOf('avatar', files, 'binaryField'),
};

const rows = `	archive: { kind: 'indication', method: 'POST', action: 'archive' },
	chats: { kind: 'list', method: 'GET', action: 'chats' },
	avatar: { kind: 'upload', method: 'POST', action: 'avatar' },
}`;

it('a new operation needs one file, one row for its endpoint and one line in the list of operations', async () => {
	const place = mkdtempSync(join(tmpdir(), 'sample-operation-'));
	const source = join(place, 'source');
	for (const name of ['package.json', 'tsconfig.json', 'nodes', 'credentials', 'dev'])
		cpSync(join(root, name), join(source, name), {
			recursive: true,
			filter: (path) => !path.includes('node_modules'),
		});
	symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
	const node = join(source, 'nodes/MessagingIntegration');
	const endpoints = join(node, 'api/endpoints.ts');
	writeFileSync(endpoints, readFileSync(endpoints, 'utf8').replace(/\}(?= satisfies)/, rows));
	for (const [name, text] of Object.entries(operations)) {
		writeFileSync(join(node, `operations/${name}.ts`), text);
		appendFileSync(join(node, 'operations/index.ts'), `export { ${name} } from './${name}';\n`);
	}
	execFileSync(process.execPath, ['dev/build.mjs'], { cwd: source, stdio: 'pipe' });

	const answers: Record<string, string> = {
		archive: '{"archived":true}',
		chats: '{"chats":[{"id":"a"},{"id":"b"}]}',
		avatar: '{"storageRef":"avatars/1"}',
	};
	const { url, requests } = await httpServer((request, response) => {
		request.resume().on('end', () => response.end(answers[request.url?.split('/').at(-1) ?? '']));
	});
	const engine = await startEngine({ packageFolder: source });
	const run = async (operation: string) => {
		const { items } = await engine.run({
			parameters: { ...upload, resource: 'presence', operation, binaryPropertyName: 'data' },
			items: [{ binary: { data: photo } }],
			credential: { baseUrl: url, apiKey: 'a-key-of-the-test' },
		});
		return items.map(({ json }) => json);
	};
	try {
		expect(await run('archive')).toEqual([{ archived: true }]);
		expect(await run('chats')).toEqual([{ id: 'a' }, { id: 'b' }]);
		expect(await run('avatar')).toEqual([{ storageRef: 'avatars/1' }]);
		expect(requests).toMatchObject([
			{ method: 'POST', url: '/api/v1/instances/demo/archive' },
			{ method: 'GET', url: '/api/v1/instances/demo/chats' },
			{ method: 'POST', url: '/api/v1/instances/demo/avatar' },
		]);
	} finally {
		await engine.stop();
		rmSync(place, { recursive: true, force: true });
	}
});

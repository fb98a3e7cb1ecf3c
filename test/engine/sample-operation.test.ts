import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, copyOfSource } from '../package/packed';
import { httpServer } from '../transport/http-server';
import { startEngine } from './engine';
import { byId } from './parameters';

const operation = `
import { requestFor } from '../../api/endpoints';
import { instanceIdOf } from '../instanceField';
import type { NodeOperation } from '../operation';

export const archive: NodeOperation = {
	option: { name: 'Archive', action: 'Archive a chat', description: 'Put a chat away' },
	description: [],
	prepare: (parameters, itemIndex) => ({
		request: requestFor('archive', instanceIdOf(parameters, itemIndex)),
	}),
};
`;

it('a new operation is a file, its endpoint, and a line in its resource', async () => {
	const place = mkdtempSync(join(tmpdir(), 'sample-operation-'));
	const source = copyOfSource(place);
	const node = join(source, 'nodes/MessagingIntegration');
	writeFileSync(join(node, 'resources/presence/archive.ts'), operation);
	const endpoints = join(node, 'api/endpoints.ts');
	const row = "	archive: { method: 'POST', action: 'archive' },\n}";
	writeFileSync(endpoints, readFileSync(endpoints, 'utf8').replace(/\}(?= satisfies)/, row));
	appendFileSync(join(node, 'resources/presence/operations.ts'), "export { archive } from './archive';\n");
	build(source);

	const { url, requests } = await httpServer((_, response) => response.end('{"archived":true}'));
	const engine = await startEngine({ packageFolder: source });
	try {
		const { items } = await engine.run({
			parameters: { resource: 'presence', operation: 'archive', instanceId: byId('demo') },
			credential: { baseUrl: url, apiKey: 'a-key-of-the-test' },
		});
		expect(items).toEqual([{ json: { archived: true }, pairedItem: { item: 0 } }]);
		expect(requests).toMatchObject([{ method: 'POST', url: '/api/v1/instances/demo/archive' }]);
	} finally {
		await engine.stop();
		rmSync(place, { recursive: true, force: true });
	}
});

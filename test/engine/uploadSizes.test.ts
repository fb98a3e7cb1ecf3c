import { createHash, randomBytes } from 'node:crypto';

import { engineOnSandbox } from './engineOnSandbox';
import { upload } from './parameters';

const { engine, run, requests } = engineOnSandbox();

const mebibyte = 1024 * 1024;

describe.each(['default', 'filesystem'] as const)('with binary data mode %s', (mode) => {
	beforeAll(async () => await engine().storeBinariesIn(mode));

	it.each([0, 1, 64 * 1024 - 1, 64 * 1024, 20 * mebibyte])(
		'a file of %d bytes arrives unchanged',
		async (size) => {
			const bytes = randomBytes(size);
			const items = [
				{ binary: { data: { bytes, fileName: 'any.bin', mimeType: 'application/octet-stream' } } },
			];
			const { error } = await run({ items, parameters: upload });
			expect(error).toBeUndefined();
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			const [request, ...more] = await requests();
			expect(request).toMatchObject({ carriedOut: true, file: { size, sha256 } });
			expect(Number(request?.headers['content-length'])).toBeGreaterThan(size);
			expect(more).toEqual([]);
		},
	);
});

import { createHash, randomBytes } from 'node:crypto';

import { postFile } from './allOperations';
import { instanceId, ourNode } from './nodes';
import type { RealN8n } from './realN8n';

/** A file with a name and type that must also arrive. @param size in bytes */
export function randomFile(size: number): { file: File; sha256: string } {
	const bytes = randomBytes(size);
	const file = new File([bytes], 'größe.pdf', { type: 'application/pdf' });
	return { file, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Uploads a posted file of `size` bytes; the same file must arrive once. */
export async function expectUploadUnchanged(n8n: RealN8n, size: number): Promise<void> {
	const { file, sha256 } = randomFile(size);
	const answer = await postFile(
		n8n,
		file,
		ourNode(n8n, 'Upload', { resource: 'media', operation: 'upload', instanceId }),
	);
	const [request, ...more] = await n8n.sandbox.requests();
	expect(request).toMatchObject({
		carriedOut: true,
		file: { size, sha256, fileName: file.name, mimeType: file.type },
	});
	expect(more).toEqual([]);
	expect(answer).toEqual({ storageRef: request?.file?.storageRef });
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startProgram } from '../startProgram';

/** Debian's HAProxy without any server behind it. */
export async function startHaproxy(): Promise<{ url: string; stop: () => Promise<void> }> {
	return await startProgram('haproxy', 'haproxy', async (port, folder) => {
		const configuration = `
defaults
	mode http
	timeout connect 1s
	timeout client 10s
	timeout server 10s
frontend front
	bind 127.0.0.1:${port}
	default_backend nothing
backend nothing
`;
		const file = join(folder, 'haproxy.cfg');
		await writeFile(file, configuration);
		return ['-db', '-f', file];
	});
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startProgram } from '../support/startProgram';

export interface Nginx {
	url: string;
	/** Starts new worker processes; the old ones finish their requests. */
	reload: () => Promise<void>;
	stop: () => Promise<void>;
}

interface Directives {
	/** For the block `http`. */
	http?: string;
	/** For the block `location`. */
	location?: string;
}

/** Debian's nginx in front of a service. @param upstream `http://127.0.0.1:PORT` */
export async function startNginx(
	upstream: string,
	{ http = '', location = '' }: Directives,
): Promise<Nginx> {
	const { url, folder, stop } = await startProgram('nginx', 'nginx-light', async (port, place) => {
		const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(name) => `${name}_temp_path ${place}/${name};`,
		);
		const configuration = `
			daemon off;
			pid ${place}/nginx.pid;
			error_log ${place}/error.log;
			worker_processes 2;
			events { worker_connections 512; }
			http {
				access_log off;
				${temporary.join('\n')}
				${http}
				server {
					listen 127.0.0.1:${port};
					location / {
						proxy_pass ${upstream};
						${location}
					}
				}
			}`;
		await writeFile(join(place, 'nginx.conf'), configuration);
		return ['-p', place, '-c', join(place, 'nginx.conf'), '-e', join(place, 'error.log')];
	});
	return {
		url,
		// What `nginx -s reload` does.
		reload: async () =>
			void process.kill(Number(await readFile(join(folder, 'nginx.pid'), 'utf8')), 'SIGHUP'),
		stop,
	};
}

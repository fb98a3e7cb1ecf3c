import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';

import { freePort } from '../n8n/ports';
import { ProcessGroup } from '../n8n/ProcessGroup';
import { type Service, untilReady } from './service';

/** Starts a Redis that saves nothing to disk. @param folder for its log */
export async function startRedis(folder: string): Promise<Service> {
	const port = await freePort();
	const settings = [
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--save',
		'',
		'--appendonly',
		'no',
		'--dir',
		folder,
	];
	const group = new ProcessGroup('redis-server', settings, join(folder, 'redis.log'));
	await untilReady('Redis', group, async () => await answersPing(port));
	return {
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
		stop: () => group.stop(),
	};
}

async function answersPing(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		socket.write('PING\r\n');
		const [answer] = (await once(socket, 'data')) as [Buffer];
		return answer.toString() === '+PONG\r\n';
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

import { createServer } from 'node:net';
import { Problem } from './problem';

/** A port of 127.0.0.1 that is free now. Nothing holds it until the caller does. */
export async function freePort(): Promise<number> {
	return await listen(0);
}

/** Says in a sentence who wanted a busy port and how to choose another. */
export async function checkPort(port: number, who: string, option: string): Promise<void> {
	try {
		await listen(port);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${code})`;
		throw new Problem(
			`Port ${port}, which ${who} would take, ${reason}. End that program, or choose another port: npm start -- ${option} ${port + 10}`,
		);
	}
}

async function listen(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}

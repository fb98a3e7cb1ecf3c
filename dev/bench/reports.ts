import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report } from './nodes/BenchReport.node';

export interface Reports {
	/** Where the reporting node sends to. */
	address: string;
	/** The next report that comes. */
	next(): Promise<Report>;
	close(): void;
}

/** Takes what the reporting node says at the end of a run, so that nobody has to ask n8n while it works. */
export async function startReports(): Promise<Reports> {
	let arrived: (report: Report) => void = () => undefined;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.once('end', () => {
			response.end();
			arrived(JSON.parse(Buffer.concat(chunks).toString()) as Report);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		next: async () => await new Promise((resolve) => (arrived = resolve)),
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

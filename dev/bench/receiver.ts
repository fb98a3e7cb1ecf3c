import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Where the same server is met: over plain HTTP, over TLS, and over TLS a round trip of 40 ms away. */
export interface Addresses {
	plain: string;
	tls: string;
	far: string;
}

export interface Receiver {
	addresses: Addresses;
	/** How many requests came since the last time this was asked. */
	received(): Promise<number>;
	stop(): void;
}

async function said<Message>(child: ChildProcess): Promise<Message> {
	const [message] = (await once(child, 'message')) as [Message];
	return message;
}

/** Starts the receiving server in a process of its own, so that its work is not n8n's or the bench's. */
export async function startReceiver(): Promise<Receiver> {
	const child = fork(join(__dirname, 'receiver', 'main.ts'));
	const addresses = await said<Addresses>(child);
	return {
		addresses,
		received: async () => {
			const answer = said<number>(child);
			child.send('received?');
			return await answer;
		},
		stop: () => void child.kill(),
	};
}

import type { FastifyInstance } from 'fastify';
import type { PlacedFault } from './faults';
import type { Indication, Message } from './mailbox';
import type { Stores } from './service';

/** What an open page is told, by the name of the event. `ready` ends what was there before the page came. */
export interface LiveEvents {
	message: Message;
	indication: Indication;
	/** All that are in place. */
	faults: PlacedFault[];
	cleared: undefined;
	ready: undefined;
}

/** Server-sent events: all messages so far and `ready`, then everything as it comes. */
export async function liveEvents(app: FastifyInstance, { mailbox, faults }: Stores): Promise<void> {
	app.get('/_sandbox/events', (_request, reply) => {
		reply.hijack();
		const { raw } = reply;
		const tell = <Name extends keyof LiveEvents>(name: Name, data?: LiveEvents[Name]) => {
			// `message` is what an event without a name is called.
			const line = name === 'message' ? '' : `event: ${name}\n`;
			raw.write(`${line}data:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`);
		};
		const tellMessage = (message: Message) => tell('message', message);
		const tellIndication = (indication: Indication) => tell('indication', indication);
		const tellCleared = () => tell('cleared');
		let isDue = false;
		// A storm of requests changes the faults at every one: they are told once a turn.
		const tellFaults = () => {
			if (isDue) return;
			isDue = true;
			setImmediate(() => {
				isDue = false;
				tell('faults', faults.placed);
			});
		};

		raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		// Also when a browser connects again, lest messages show twice.
		tellCleared();
		mailbox.messages.forEach(tellMessage);
		tell('faults', faults.placed);
		// Milliseconds before a browser that lost us tries again.
		raw.write('retry: 1000\n');
		tell('ready');
		mailbox.on('message', tellMessage).on('indication', tellIndication).on('cleared', tellCleared);
		faults.on('changed', tellFaults);
		raw.on('close', () => {
			mailbox.off('message', tellMessage).off('indication', tellIndication).off('cleared', tellCleared);
			faults.off('changed', tellFaults);
		});
	});
}

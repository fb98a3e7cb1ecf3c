import type { INodeParameters } from 'n8n-workflow';
import { itemsTo, texts } from '../engine/deliveryOnSandbox';
import { type Engine, startEngine } from '../engine/engine';
import { inDoubt } from './arrivals';
import { type Closing, startClosingServer } from './startClosingServer';

let engine: Engine;

beforeAll(async () => {
	engine = await startEngine();
});
afterAll(async () => await engine.stop());

const count = 1000;

async function send(closing: Closing, recipients: number, options: INodeParameters) {
	const server = await startClosingServer(closing);
	const items = itemsTo(
		Array.from({ length: recipients }, (_, index) => `491500000000${index}`),
		count,
	);
	const credential = { baseUrl: server.url, apiKey: 'any_key' };
	const { items: output } = await engine.run({
		items,
		parameters: texts(options),
		onError: 'continueRegularOutput',
		credential,
	});
	await server.stop();
	const sent = items.map(({ json }) => json);
	const arrived = new Set(server.texts);
	const doubtful = inDoubt(sent, output);
	const missing = sent.map(({ text }) => text).filter((text) => !arrived.has(text));
	return {
		lost: missing.filter((text) => !doubtful.includes(text)).length,
		twice: server.texts.length - arrived.size,
		inDoubt: doubtful.length,
	};
}

const eachOnce = { lost: 0, twice: 0, inDoubt: 0 };

describe(`${count} messages arrive once each if the service closes connections`, () => {
	// Typing and its message are that many ms apart, so that the message meets connections that are being closed.
	it.each([900, 990, 1000, 1010, 1100])(
		'after an idle second, without announcing it (sent %d ms apart)',
		async (typingFirst) => {
			const outcome = await send('when idle for a second', count, { concurrency: 64, typingFirst });
			expect(outcome).toEqual(eachOnce);
		},
	);

	it('after an idle second, as announced', async () => {
		const outcome = await send('when idle for a second, as announced', count, {
			concurrency: 64,
			typingFirst: 1000,
		});
		expect(outcome).toEqual(eachOnce);
	});

	it.each<[number, INodeParameters]>([
		[200, {}],
		[1, {}],
		[200, { concurrency: 64 }],
		[1000, { concurrency: 8, typingFirst: 5 }],
	])(
		'after each answer, without announcing it (%d recipients, %j)',
		async (recipients, options) => {
			expect(await send('after each answer', recipients, options)).toEqual(eachOnce);
		},
	);

	// Nobody can foresee such a close. Messages under way at that moment are reported as in doubt.
	it.each<[number, INodeParameters]>([
		[200, {}],
		[1, {}],
		[1000, { concurrency: 8, typingFirst: 5 }],
	])(
		'a moment after each answer, or are reported as in doubt (%d recipients, %j)',
		async (recipients, options) => {
			const { lost, twice } = await send('a moment after each answer', recipients, options);
			expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
		},
	);
});

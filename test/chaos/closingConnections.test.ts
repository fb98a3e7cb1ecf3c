import type { INodeParameters } from 'n8n-workflow';
import { itemsTo, texts } from '../engine/support/deliveryOnSandbox';
import { type Engine, startEngine } from '../engine/support/engine';
import { inDoubt } from './support/arrivals';
import { type Closing, startClosingServer } from './support/startClosingServer';

let engine: Engine;

beforeAll(async () => {
	engine = await startEngine();
});
afterAll(async () => await engine.stop());

const count = 1000;

async function send(closing: Closing, recipients: number, options: INodeParameters) {
	const server = await startClosingServer(closing);
	const to = Array.from({ length: recipients }, (_, index) => `491500000000${index}`);
	const items = itemsTo(to, count);
	const { items: output } = await engine.run({
		items,
		parameters: texts(options),
		onError: 'continueRegularOutput',
		credential: { baseUrl: server.url, apiKey: 'any_key' },
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

describe(`${count} messages arrive once each if the service closes connections`, () => {
	it.each<[Closing, number, INodeParameters]>([
		// Typing and its message are that many ms apart, so that the message meets connections that are being closed.
		...[0.9, 0.99, 1, 1.01, 1.1].map((typingFirst): [Closing, number, INodeParameters] => [
			'when idle for a second',
			count,
			{ concurrency: 64, typingFirst },
		]),
		['when idle for a second, as announced', count, { concurrency: 64, typingFirst: 1 }],
		['after each answer', 200, {}],
		['after each answer', 1, {}],
		['after each answer', 200, { concurrency: 64 }],
		['after each answer', 1000, { concurrency: 8, typingFirst: 0.005 }],
	])('%s (%d recipients, %j)', async (closing, recipients, options) => {
		const eachOnce = { lost: 0, twice: 0, inDoubt: 0 };
		expect(await send(closing, recipients, options)).toEqual(eachOnce);
	});

	// Nobody can foresee such a close. Messages under way at that moment are reported as in doubt.
	it.each<[number, INodeParameters]>([
		[200, {}],
		[1, {}],
		[1000, { concurrency: 8, typingFirst: 0.005 }],
	])(
		'a moment after each answer, or are reported as in doubt (%d recipients, %j)',
		async (recipients, options) => {
			const { lost, twice } = await send('a moment after each answer', recipients, options);
			expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
		},
	);
});

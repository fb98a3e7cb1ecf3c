// Send Once Keys in n8n's own database, in one execution after another and at the same time.
import { until } from '../support/until';
import { arrivedTexts } from './support/lists';
import { plainNode, sendNode, splitNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { publishChain } from './support/workflows';

const n8n = realN8n();

interface Message {
	to: string;
	text: string;
	key: unknown;
}

/** Publishes a workflow that sends the posted list. @returns a function that posts and returns the output items */
async function webhook(options: object = {}, onError = 'continueRegularOutput') {
	const send = { ...sendNode(n8n(), { sendOnceKey: '={{ $json.key }}', ...options }), onError };
	const collect = plainNode('Collect', 'n8n-nodes-base.aggregate', 1, {
		aggregate: 'aggregateAllItemData',
		options: {},
	});
	const { post } = await publishChain(n8n(), 'lastNode', [splitNode('body.list'), send, collect]);
	return async (...list: Message[]): Promise<unknown[]> => {
		return ((await post({ list })) as { data: unknown[] }).data;
	};
}

const message = (key: unknown, text = 'Hi', to = '12025554567'): Message => ({ to, text, key });
const accepted = expect.objectContaining({ status: 'accepted' });
const skipped = (sendOnceKey: string) => expect.objectContaining({ skipped: true, sendOnceKey });

it('a message whose key was sent in an earlier execution is skipped without a request', async () => {
	const post = await webhook();
	expect(await post(message('a'), message('b'))).toEqual([accepted, accepted]);
	expect(await post(message('a'), message('c'))).toEqual([skipped('a'), accepted]);
	expect(await post(message('a'), message('b'), message('c'))).toEqual(
		['a', 'b', 'c'].map((key) => skipped(key)),
	);
	expect(await n8n().sandbox.requests()).toHaveLength(3);
});

it('one key for a whole list sends one message to each recipient, even in two executions at the same time', async () => {
	const post = await webhook();
	const everyone = Array.from({ length: 20 }, (_, at) =>
		message('newsletter', 'Hi', String(4915155550000 + at)),
	);
	const outputs = await Promise.all([post(...everyone), post(...everyone)]);
	expect(outputs.flat().filter((item) => !(item as { skipped?: true }).skipped)).toEqual(
		everyone.map(() => accepted),
	);
	const recipients = (await n8n().sandbox.messages()).map(({ to }) => to);
	expect(recipients.sort()).toEqual(everyone.map(({ to }) => to));
});

it('each node has its own keys', async () => {
	const [one, other] = [await webhook(), await webhook()];
	expect([...(await one(message('a'))), ...(await other(message('a')))]).toEqual([
		accepted,
		accepted,
	]);
});

it.each(['fail', 'resend'])(
	'a key used by two executions at the same time is sent once and is never in doubt (If It May Have Arrived: %s)',
	async (whenUnsure) => {
		const post = await webhook({ concurrency: 64, whenUnsure });
		const shared = Array.from({ length: 6 }, (_, at) =>
			message(`shared ${at}`, `shared ${at}`, `49151555500${at}`),
		);
		for (const at of shared.keys())
			await n8n().sandbox.bend({ path: 'messages', delay: 3000 + at * 500 });
		const first = post(...shared);
		await until('The first', async () => (await n8n().sandbox.requests()).length === shared.length);
		const others = Array.from({ length: 3000 }, (_, at) =>
			message(`other ${at}`, `other ${at}`, String(4915110000000 + at)),
		);
		const second = post(...shared, ...others);
		expect(await first).toEqual(shared.map(() => accepted));
		expect((await second).slice(0, shared.length)).toEqual(
			shared.map(({ key }) => skipped(String(key))),
		);
		const texts = await arrivedTexts(n8n());
		expect(texts.filter((text) => text.startsWith('shared'))).toHaveLength(shared.length);
	},
);

// What a retry and a Send Once Key do with what was there before: each cell of the table, by what is sent and what is said.
import {
	type Delivery,
	deliver,
	Journal,
	onePart,
	type Policy,
	type Result,
} from '../../nodes/MessagingIntegration/delivery';
import { type Before, type Plan, plan } from '../../nodes/MessagingIntegration/delivery/plan';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import type { Why } from './support/reasons';
import { policy, stepOf, taskOf, worldOf } from './support/world';
import { Life } from './world/life';
import { Service } from './world/service';
import { Store } from './world/store';

type WhenUnsure = Policy['whenUnsure'];

/** What n8n keeps of an execution. */
interface Kept {
	journal?: unknown;
}

interface Run {
	/** n8n's id of the execution. */
	execution?: string;
	/** A message for each word. */
	text?: string;
	whenUnsure?: WhenUnsure;
	key?: string;
	kept?: Kept;
	/** Whether it retries an execution of which n8n kept nothing. */
	isLost?: boolean;
	/** How many equal items there are. */
	items?: number;
}

/** As short words: `sent`, or `notSent changedInTheMiddle`. Of those after one that failed there is nothing to say. */
function said(result: Result<Why>): string[] {
	if (result.state === 'notBegun') return [];
	return [result.state === 'failed' ? `${result.delivery} ${result.why.reason}` : result.state];
}

/** Executions of one node on one database. @param fault what the service does with the second request of all */
function node(fault?: 'refused' | 'brokenAfter') {
	const time = new VirtualTime(seededRandom(1));
	const store = new Store(
		time,
		() => undefined,
		() => undefined,
	);
	let requests: string[] = [];
	const service = new Service(
		time,
		(number) => (number === 1 ? fault : undefined),
		() => undefined,
		() => undefined,
		(_, entry) => void (entry.what === 'request' && requests.push(entry.msg)),
	);
	return async (run: Run) => {
		const { execution = '1', text = 'a b c', whenUnsure = 'fail', key, kept = {} } = run;
		const { isLost = false, items = 1 } = run;
		requests = [];
		const life = new Life(execution, time);
		const world = worldOf(time, { clock: life, marks: store.marksOf(life) });
		const words = text.split(' ');
		const deliveryOf = (item: number): Delivery<Why> => ({
			item,
			instance: '',
			lane: 'somebody',
			...(key !== undefined && { once: { key, content: text } }),
			parts: words.length === 1 ? onePart : text,
			steps: words.map((msg) =>
				stepOf(service.request(life, { kind: 'message', msg, to: 'somebody', instance: '' })),
			),
		});
		const deliveries = Array.from({ length: items }, (_, item) => deliveryOf(item));
		const origin = isLost || execution !== '1' ? '1' : undefined;
		const task = taskOf(items, { execution, earlier: () => ({ isLost, origin }) });
		const journal = new Journal(kept, task, world);
		let results: Array<ReadonlyArray<Result<Why>>> = [];
		const done = deliver(deliveries, { ...policy, whenUnsure }, journal, world);
		await time.until(done.then((delivered) => ({ results } = delivered)));
		return [requests.join(' '), results.flat().flatMap(said).join(', ')];
	};
}

const other = 'x y z';
/** What is sent, and what is said of it. */
type Cell = [requests: string, said: string];
/** One cell for all settings, or one for each. */
type Row = [before: string, fault: 'refused' | 'brokenAfter' | undefined, next: Run, Cell[]];

const settings = ['fail', 'resend', 'countAsSent'] as const;

/** @returns a test for each cell */
const cellsOf = (rows: Row[]) =>
	rows.flatMap(([before, fault, next, cells]) =>
		settings.map((whenUnsure, at) => {
			const [requests, said] = (cells[at] ?? cells[0]) as Cell;
			return { before, fault, next, whenUnsure, requests, said };
		}),
	);

const all: Plan = { do: 'send', from: 0 };
const rest: Plan = { do: 'send', from: 2 };
const answer: Plan = { do: 'answer' };
const fail: Plan = { do: 'fail' };

describe('of a delivery of which, before,', () => {
	/** One plan for all settings, or one for each. */
	const rows: Array<[what: string, before: Before, plans: Plan[]]> = [
		['nothing was sent, all goes', 'nothing', [all]],
		['all was sent, the earlier answer comes out', 'all', [answer]],
		['two were sent and the others certainly not, the others go', { some: 2 }, [rest]],
		[
			'the third one is in doubt, it fails, goes again, or counts',
			{ doubtAt: 2 },
			[fail, rest, { do: 'send', from: 3, counts: true }],
		],
		[
			'nobody knows what was sent, all fails, goes again, or counts',
			'unclear',
			[fail, { ...all, isAgain: true }, { do: 'countAll' }],
		],
	];
	it.each(rows)('%s', (_, before, plans) => {
		expect(settings.map((whenUnsure) => plan(before, whenUnsure))).toEqual(
			settings.map((__, at) => plans[at] ?? plans[0]),
		);
	});
});

describe('a retry of an execution that left', () => {
	it.each(
		cellsOf([
			['all sent', undefined, {}, [['', 'before, before, before']]],
			[
				'all sent, with another text now',
				undefined,
				{ text: other },
				[['', 'before, before, before']],
			],
			['some sent, the others not', 'refused', {}, [['b c', 'before, sent, sent']]],
			[
				'some sent, the others not, with another text now',
				'refused',
				{ text: other },
				[
					['', 'before, unknown changedInTheMiddle'],
					['x y z', 'sent, sent, sent'],
					['', 'before, counted'],
				],
			],
			[
				'a message in doubt',
				'brokenAfter',
				{},
				[
					['', 'before, unknown inDoubtFromEarlierRun'],
					['b c', 'before, sent, sent'],
					['c', 'before, counted, sent'],
				],
			],
			[
				'a message in doubt, with another text now',
				'brokenAfter',
				{ text: other },
				[
					['', 'before, unknown inDoubtFromEarlierRun'],
					['x y z', 'sent, sent, sent'],
					['', 'before, counted'],
				],
			],
		]),
	)('$before, with "$whenUnsure": $said', async ({ fault, next, whenUnsure, requests, said }) => {
		const run = node(fault);
		const kept = {};
		await run({ kept });
		expect(await run({ ...next, whenUnsure, kept, execution: '2' })).toEqual([requests, said]);
	});
});

describe('a retry of an execution that n8n lost,', () => {
	it.each<[WhenUnsure, ...Cell]>([
		['fail', '', 'unknown earlierRunLost'],
		['resend', 'a b c', 'sent, sent, sent'],
		['countAsSent', '', 'counted'],
	])('with "%s"', async (whenUnsure, ...cell) => {
		expect(await node()({ whenUnsure, execution: '2', isLost: true })).toEqual(cell);
	});
});

it.each(settings)(
	'an execution that nothing was before sends all, with "%s"',
	async (whenUnsure) => {
		expect(await node()({ whenUnsure })).toEqual(['a b c', 'sent, sent, sent']);
		expect(await node()({ whenUnsure, key: 'k' })).toEqual(['a b c', 'sent, sent, sent']);
	},
);

describe('another execution with the key of one that left', () => {
	it.each(
		cellsOf([
			['all sent', undefined, {}, [['', 'skipped']]],
			['all sent, with another text now', undefined, { text: other }, [['', 'skipped']]],
			['some sent, the others not', 'refused', {}, [['b c', 'skipped, sent, sent']]],
			[
				'some sent, the others not, with another text now',
				'refused',
				{ text: other },
				[
					['', 'unknown changedInTheMiddle'],
					['x y z', 'sent, sent, sent'],
					['', 'counted'],
				],
			],
			[
				'a message in doubt',
				'brokenAfter',
				{},
				[
					['', 'unknown keyInDoubt'],
					['b c', 'skipped, sent, sent'],
					['c', 'skipped, counted, sent'],
				],
			],
			[
				'a message in doubt, with another text now',
				'brokenAfter',
				{ text: other },
				[
					['', 'unknown keyInDoubt'],
					['x y z', 'sent, sent, sent'],
					['', 'counted'],
				],
			],
		]),
	)('$before, with "$whenUnsure": $said', async ({ fault, next, whenUnsure, requests, said }) => {
		const run = node(fault);
		const key = 'k';
		await run({ key });
		expect(await run({ ...next, whenUnsure, key, execution: '2' })).toEqual([requests, said]);
	});
});

it('a text that makes one message is the same one, whatever its words are now', async () => {
	const run = node('refused');
	const kept = {};
	await run({ kept, text: 'a', items: 2 });
	const again = { kept, text: 'x', items: 2, execution: '2' };
	expect(await run(again)).toEqual(['x', 'before, sent']);
});

describe('what this execution itself left in doubt does not count as sent:', () => {
	const whenUnsure = 'countAsSent';

	it('not when n8n tries the node again', async () => {
		for (const key of [undefined, 'k']) {
			const run = node('brokenAfter');
			const kept = {};
			const first = { whenUnsure, kept, ...(key !== undefined && { key }) } as const;
			expect(await run(first)).toEqual(['a b', 'sent, unknown broken']);
			expect(await run(first)).toEqual(['', 'before, unknown inDoubtFromEarlierRun']);
		}
	});

	it('not for a second item with the same key', async () => {
		expect(await node('brokenAfter')({ whenUnsure, key: 'k', items: 2 })).toEqual([
			'a b',
			'sent, unknown broken, unknown keyInDoubt',
		]);
	});
});

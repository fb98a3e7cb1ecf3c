import type { Policy } from '../../nodes/MessagingIntegration/delivery';
import type { Hint } from '../../nodes/MessagingIntegration/words/hints';
import { because } from '../../nodes/MessagingIntegration/words/why';
import { failureHint, hintsOf } from '../../nodes/MessagingIntegration/run/report';
import { output } from '../../nodes/MessagingIntegration/run/output';
import type { Row } from '../../nodes/MessagingIntegration/run/rows';

const sent = (item: number, ...hints: Hint[]): Row => ({
	state: 'sent',
	item,
	answers: [],
	hints,
});
const failed = (item: number): Row => ({
	state: 'failed',
	item,
	failure: { ...because('stopped', { why: 'canceled' }), delivery: 'notSent', origin: 'end' },
});
interface Facts {
	repeated?: number;
	slowed?: number;
	pauses?: number;
	whenUnsure?: Policy['whenUnsure'];
	duration?: number;
}

function hintsAbout(facts: Facts, rows: Row[] = []) {
	const { whenUnsure = 'fail', duration = 0, ...counted } = facts;
	const counts = { repeated: 0, slowed: 0, pauses: 0, ...counted };
	const hints = hintsOf(rows, whenUnsure, counts, duration);
	return hints.map(({ message }) => message);
}

it.each<[Hint[], string[]]>([
	[[], []],
	[
		['skipped'],
		[
			'1 item was skipped: a message with its Send Once Key was sent before. To send again in a test, put a word such as "test2-" in front of the key.',
		],
	],
	[
		['skipped', 'skipped'],
		[
			'2 items were skipped: messages with their Send Once Keys were sent before. To send again in a test, put a word such as "test2-" in front of the key.',
		],
	],
	[['untyped'], ['1 typing indication failed; its message was sent.']],
])('counts each hint about items: %j', (hints, said) => {
	expect(hintsAbout({}, [sent(9), ...hints.map((hint, item) => sent(item, hint))])).toEqual(said);
});

const slower = 'so the run took longer.';
const once = 'No message was sent twice.';

it.each<[Facts, string]>([
	[{ repeated: 1 }, `Some requests failed and were repeated, ${slower} ${once}`],
	[{ slowed: 3, repeated: 1 }, `The service asked to slow down, ${slower} ${once}`],
	[{ slowed: 3, whenUnsure: 'resend' }, `The service asked to slow down, ${slower}`],
	[{ pauses: 1, duration: 9400 }, 'The node paused once between messages. The run took 9 s.'],
	[{ pauses: 2, duration: 400 }, 'The node paused 2 times between messages. The run took 0 s.'],
	[{ pauses: 2, duration: 119e3 }, 'The node paused 2 times between messages. The run took 119 s.'],
	[{ pauses: 2, duration: 15e4 }, 'The node paused 2 times between messages. The run took 3 min.'],
	[{ pauses: 2, duration: 9e6 }, 'The node paused 2 times between messages. The run took 2.5 h.'],
])('explains %j in one hint', (facts, sentence) => {
	expect(hintsAbout(facts)).toEqual([sentence]);
});

it('a warning does not count a single item, and there is none if every item was sent', () => {
	const message = '1 item not sent. The tab "Error Branch" shows which and why.';
	expect(failureHint([failed(0)], true)).toMatchObject({ message, type: 'warning' });
	expect(failureHint([sent(0)], false)).toBeUndefined();
});

it('of the failed files of an item, the one in doubt comes out, whichever failed first', async () => {
	const doubt: Row = {
		state: 'failed',
		item: 0,
		failure: { ...because('earlierRunLost'), delivery: 'unknown', origin: 'lostRun' },
	};
	for (const rows of [
		[failed(0), doubt],
		[doubt, failed(0)],
	])
		expect((await output(rows)).map(({ json }) => json.details)).toEqual([
			expect.objectContaining({ delivery: 'unknown' }),
		]);
});

import type { Hint } from '../../nodes/MessagingIntegration/api/hints';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { failureHint, hintsOf, newSummary } from '../../nodes/MessagingIntegration/run/report';

/** Parts that were sent, each with one of these hints. */
const withHints = (hints: Hint[]) =>
	hints.map((hint, item): Part => ({ state: 'sent', item, answers: [], hints: [hint] }));
const hintsAbout = (facts: object, hints: Hint[] = []) =>
	hintsOf({ ...newSummary(false), ...facts }, withHints(hints)).map(({ message }) => message);

const again = 'To send everything again, run the workflow again (a new execution).';
const changed =
	'To send again, for example in a test, change the key: put a word such as "test2-" in front of it.';
const other = 'Choose another in "Content Type", or correct the option "MIME Type".';

it.each<[Hint, one: string, two: string, advice?: string]>([
	[
		'delivered',
		'1 item was delivered before and was not sent again.',
		'2 items were delivered before and were not sent again.',
		again,
	],
	[
		'skipped',
		'1 item was skipped: this node has already sent its Send Once Key.',
		'2 items were skipped: this node has already sent their Send Once Keys.',
		changed,
	],
	[
		'untyped',
		'1 typing indication failed; its message was sent.',
		'2 typing indications failed; their messages were sent.',
	],
	[
		'otherType',
		'1 file is not of the chosen content type.',
		'2 files are not of the chosen content type.',
		other,
	],
])('counts each hint about items: %s', (hint, one, two, advice = '') => {
	expect(hintsAbout({}, [])).toEqual([]);
	expect(hintsAbout({}, [hint])).toEqual([`${one} ${advice}`.trim()]);
	expect(hintsAbout({}, [hint, hint])).toEqual([`${two} ${advice}`.trim()]);
});

const slower = 'so the run took longer.';
const once = 'No message was sent twice.';

it.each([
	[{ repeated: 1 }, `Some requests failed and were repeated, ${slower} ${once}`],
	[{ slowed: 3, repeated: 1 }, `The service asked to slow down, ${slower} ${once}`],
	[{ slowed: 3, mayRepeat: true }, `The service asked to slow down, ${slower}`],
	[{ pauses: 1, duration: 9400 }, 'The node paused once between messages. The run took 9 s.'],
	[{ pauses: 2, duration: 3e5 }, 'The node paused 2 times between messages. The run took 5 min.'],
])('explains %j in one hint', (facts, sentence) => {
	expect(hintsAbout(facts)).toEqual([sentence]);
});

it('shows its hints at the output', () => {
	const hints = hintsOf({ ...newSummary(false), slowed: 3, pauses: 4 }, withHints(['skipped']));
	expect(hints).toHaveLength(3);
	expect(new Set(hints.map(({ location }) => location))).toEqual(new Set(['outputPane']));
});

/** A run with as many parts as files: some not sent, some in doubt, and the others sent. */
function partsOf({ notSent = 0, inDoubt = 0 }, items: number, files = items): Part[] {
	return Array.from({ length: files }, (_, place): Part => {
		const item = place % items;
		if (place >= notSent + inDoubt) return { state: 'sent', item, answers: [] };
		const delivery = place < notSent ? 'notSent' : 'unknown';
		return { state: 'failed', item, failure: { message: '', delivery, about: 'delivery' } };
	});
}

it('counts files if an item has several', () => {
	const parts = partsOf({ notSent: 2 }, 3, 4);
	expect(failureHint(parts, true)?.message).toContain('4 files: 2 sent, 2 not sent.');
	parts[2] = { state: 'sent', item: 2, answers: [], hints: ['skipped'] };
	expect(hintsOf(newSummary(false), parts)).toMatchObject([
		{ message: expect.stringMatching(/^1 file was skipped/) },
	]);
});

it.each([
	[{ notSent: 2 }, '9 items: 7 sent, 2 not sent.'],
	[{ inDoubt: 1 }, '9 items: 8 sent, 1 may have arrived.'],
	[{ notSent: 2, inDoubt: 1 }, '9 items: 6 sent, 2 not sent, 1 may have arrived.'],
])('counts failed items in a warning: %j', (failed, sentence) => {
	expect(failureHint(partsOf(failed, 9), false)).toMatchObject({
		message: `${sentence} Look for the field "error" in the output: it says why.`,
		type: 'warning',
	});
});

it('does not count a single item', () => {
	expect(failureHint(partsOf({ notSent: 1 }, 1), true)?.message).toBe(
		'1 item not sent. The tab "Error Branch" shows which and why.',
	);
});

it('has no warning if every item was sent', () => {
	expect(failureHint(partsOf({}, 9), false)).toBeUndefined();
});

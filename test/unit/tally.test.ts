import { hintsOf, newTally } from '../../nodes/MessagingIntegration/delivery/tally';

const messages = (facts: object) => hintsOf({ ...newTally(), ...facts }).map(({ message }) => message);

it('has nothing to tell of a run in which all went well', () => {
	expect(hintsOf(newTally())).toEqual([]);
});

it.each([
	[{ remembered: 1 }, '1 item was sent before and not again.'],
	[{ remembered: 12 }, '12 items were sent before and not again.'],
	[{ skipped: 1 }, '1 item was skipped: its Send Once Key was sent before.'],
	[{ skipped: 2 }, '2 items were skipped: their Send Once Keys were sent before.'],
	[{ repeated: 1 }, '1 request went out a second time.'],
	[{ repeated: 2 }, '2 requests went out again.'],
	[{ slowed: 1 }, '1 request was slowed down by the service (429).'],
	[{ slowed: 3 }, '3 requests were slowed down by the service (429).'],
	[{ untyped: 1 }, '1 typing indication failed; its message was sent.'],
	[{ local: 1 }, '1 recipient looks like a phone number without a country code. Begin it with the country code. For messages, the option "Default Country" adds it.'],
	[{ local: 2 }, '2 recipients look like phone numbers without a country code. Begin them with the country code. For messages, the option "Default Country" adds it.'],
	[{ untyped: 4 }, '4 typing indications failed; their messages were sent.'],
])('tells of %j in a sentence', (facts, sentence) => {
	expect(messages(facts)).toEqual([sentence]);
});

it('shows each fact under the output', () => {
	const hints = hintsOf({ remembered: 1, skipped: 5, repeated: 2, slowed: 3, untyped: 4, local: 1 });
	expect(hints).toHaveLength(6);
	expect(new Set(hints.map(({ location }) => location))).toEqual(new Set(['outputPane']));
});

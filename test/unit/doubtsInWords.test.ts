// A message that may have arrived earlier, and cannot be sent again now: what people read of it.
import { failureForModel } from '../../nodes/MessagingIntegration/run/forModel';
import { output } from '../../nodes/MessagingIntegration/run/output';
import { errorOfRun } from '../../nodes/MessagingIntegration/run/report';
import { type Row, rowsOf } from '../../nodes/MessagingIntegration/run/rows';
import type { ReadItem } from '../../nodes/MessagingIntegration/run/readItems';
import type { Failure } from '../../nodes/MessagingIntegration/delivery';
import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import { because, sentAgain, type Why } from '../../nodes/MessagingIntegration/words/why';
import { messageTo } from '../../nodes/MessagingIntegration/service/request';

const account = accountOf({ baseUrl: 'https://a.example', apiKey: 'k'.repeat(20) });
const request = { request: messageTo('demo', '12025554567', { type: 'text' }), partName: '' };

/** @param doubt why the item may have arrived earlier @param again why it was not sent again now */
function rowOf(
	item: number,
	doubt: Why,
	again: Why,
	origin: Failure<Why>['origin'] = 'request',
): Row[] {
	const read = { item, requests: [request], connection: { account } } as unknown as ReadItem;
	const why = sentAgain(doubt, again);
	return rowsOf(read, [request], [{ state: 'failed', step: 0, delivery: 'unknown', origin, why }]);
}

const sendAfter = '2030-01-01T07:00:00.000Z';
const shown = '2030-01-01 08:00 (Europe/Berlin)';
const doubts: Why[] = [
	because('earlierRunLost'),
	because('inDoubtFromEarlierRun'),
	because('retriedBefore', { execution: '12' }),
	because('retryNotRecorded', { said: 'database is locked' }),
	because('keyInDoubt', { state: 'left' }),
];
const reasonsOfNow: Why[] = [
	because('givenUp', { pause: 300_000 }),
	because('quietHours', { sendAfter, shown }),
	because('changedInTheMiddle'),
	because('keyNotRecorded', { said: 'database is locked' }),
	because('unexpected', { said: 'x is not a function' }),
	// Another version of the node saved it.
	{ name: 'ofTomorrow', facts: {} } as unknown as Why,
];

it.each(doubts.flatMap((doubt) => reasonsOfNow.map((now) => [doubt, now] as const)))(
	'%j: the row of the error output says it, and why the message was not sent again now: %j',
	async (doubt, now) => {
		const [item] = await output(rowOf(0, doubt, now));
		const { error, details } = item?.json as { error: string; details: { description: string } };
		expect(error).not.toMatch(/undefined|^$/);
		expect(details).toMatchObject({ delivery: 'unknown' });
		expect(details.description).toContain('Sending it again failed: “');
		expect(details.description).not.toContain('undefined');
	},
);

it('of a doubt whose instance accepted nothing for minutes, people read that it accepts none', async () => {
	const [item] = await output(rowOf(0, doubts[0] as Why, reasonsOfNow[0] as Why));
	expect(JSON.stringify(item?.json)).toContain(
		'Sending it again failed: “The service accepts no requests at the moment”',
	);
});

describe('a doubt in quiet hours', () => {
	const rows = [0, 1].flatMap((item) =>
		rowOf(item, doubts[0] as Why, reasonsOfNow[1] as Why, 'quietHours'),
	);
	const context = {
		getNode: () => ({ parameters: {}, onError: 'stopWorkflow', type: 'x' }),
		getNodeParameter: (name: string) => (name === 'operation' ? 'send' : 'message'),
		getInputData: () => [{ json: {} }, { json: {} }],
		getMode: () => 'trigger',
		getWorkflowStaticData: () => ({}),
		getWorkflowSettings: () => ({}),
		getExecutionId: () => '1',
		getExecutionCancelSignal: () => undefined,
	} as never;

	it('comes out with its files, and with when it may go, so that it goes back into the node after a wait', async () => {
		const files = { data: { data: '', mimeType: 'image/png' } };
		const input = rows.map(() => ({ json: {}, binary: files }));
		for (const item of await output(rows, input))
			expect(item).toMatchObject({ binary: files, json: { details: { sendAfter } } });
	});

	it('tells a model when it may go', () => {
		expect(failureForModel(context, rows)?.json.details).toMatchObject({ sendAfter });
	});

	it('ends the run with the time at which all may go', () => {
		const error = errorOfRun(context, rows, () => undefined);
		expect(error?.message).toBe(
			`2 messages may have arrived. 2 of 2 items were not sent: their recipients are in quiet hours, the last until ${shown}`,
		);
	});
});

it('who chose "Send Again" for what another retry may have sent does not read that nothing is sent, or to choose it', async () => {
	const [item] = await output(rowOf(0, doubts[2] as Why, reasonsOfNow[0] as Why));
	expect(JSON.stringify(item?.json)).not.toMatch(/sends nothing|Send Again/);
});

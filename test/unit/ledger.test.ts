import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Ledger } from '../../nodes/MessagingIntegration/delivery/ledger';
import type { Failure } from '../../nodes/MessagingIntegration/api/failure';

const failure: Failure = { message: 'It broke', delivery: 'unknown', source: 'service' };

/** As n8n saves a context between two tries of an execution. */
const saved = (context: object) => JSON.parse(JSON.stringify(context)) as object;

const parameters = { text: '={{ $json.text }}' };
const input: INodeExecutionData[] = ['one', 'two', 'three'].map((text) => ({ json: { text } }));

/** The ledger of a try, and of the ones before it what is in the context. */
function ledgerOf(context: object, run = 0, given: INodeParameters = parameters, items = input): Ledger {
	const ledger = new Ledger(context, run, given, items);
	ledger.open(false);
	return ledger;
}

it('gives back what an earlier try noted', () => {
	const context = {};
	const ledger = ledgerOf(context);
	ledger.sent(0, 'a', [{ id: 'm1', nested: { list: [1, null] } }]);
	ledger.unsure(1, 'b', failure);
	const again = ledgerOf(saved(context));
	expect(again.of(0, 'a')).toMatchObject({ sent: [{ id: 'm1', nested: { list: [1, null] } }] });
	expect(again.of(1, 'b')).toMatchObject({ unsure: failure });
	expect(again.of(2, 'a')).toBeUndefined();
	expect(again.size).toBe(2);
});

it('notes at once, not only at the end of a run', () => {
	const context = {};
	const ledger = ledgerOf(context);
	ledger.sent(0, 'a', []);
	const meanwhile = saved(context);
	ledger.sent(1, 'b', []);
	expect(ledgerOf(meanwhile).of(0, 'a')).toBeDefined();
	expect(ledgerOf(saved(context)).of(1, 'b')).toBeDefined();
});

it('what was in doubt and then went through counts as sent', () => {
	const ledger = ledgerOf({});
	ledger.unsure(0, 'a', failure);
	ledger.sent(0, 'a', [{ id: 'm1' }]);
	expect(ledger.of(0, 'a')).toMatchObject({ sent: [{ id: 'm1' }] });
});

it('another run of a loop begins empty', () => {
	const context = {};
	ledgerOf(context).sent(0, 'a', [{ id: 'm1' }]);
	expect(ledgerOf(context, 1).of(0, 'a')).toBeUndefined();
});

it('leaves nothing behind once cleared, and what others keep alone', () => {
	const context = { other: 'kept' };
	const ledger = ledgerOf(context);
	ledger.sent(0, 'a', [{ id: 'm1' }]);
	ledger.clear();
	expect(context).toEqual({ other: 'kept' });
});

describe('what stands at a place', () => {
	const sentBy = (given: INodeParameters) => {
		const context = {};
		ledgerOf(context, 0, given).sent(0, 'a', [{ id: 'm1' }]);
		return saved(context);
	};

	it('is known whatever its expressions give, as long as nobody changes the parameters', () => {
		expect(ledgerOf(sentBy(parameters)).of(0, 'another')).toBeDefined();
		expect(ledgerOf(sentBy(parameters)).of(0, undefined)).toBeDefined();
	});

	it('is known by its request once the parameters were changed', () => {
		const changed = ledgerOf(sentBy(parameters), 0, { text: 'changed' });
		expect(changed.of(0, 'a')).toBeDefined();
		expect(changed.of(0, 'another')).toBeUndefined();
		expect(changed.of(0, undefined)).toBeUndefined();
	});

	it.each([
		[true, { maxTries: 5, resendWhenUnsure: true, typingFirst: 1 }],
		[false, { fileName: 'b.png' }],
		[false, { sendOnceKey: 'a' }],
	])('is known: %s, where these options were set since: %j', (isKnown, options) => {
		const changed = ledgerOf(sentBy({ ...parameters, options: {} }), 0, { ...parameters, options });
		expect(changed.of(0, 'another') !== undefined).toBe(isKnown);
	});

	it('is known where JSON cannot hold the item, too', () => {
		const json: IDataObject = { size: 1n as unknown as number };
		json.itself = json;
		const context = {};
		ledgerOf(context, 0, parameters, [{ json }]).sent(0, 'a', [{ id: 'm1' }]);
		expect(ledgerOf(saved(context), 0, parameters, [{ json }]).of(0, 'another')).toBeDefined();
	});

	it('is known by its request where the item is another one', () => {
		const items = [{ json: { text: 'another' } }];
		expect(ledgerOf(sentBy(parameters), 0, parameters, items).of(0, 'a')).toBeDefined();
		expect(ledgerOf(sentBy(parameters), 0, parameters, items).of(0, 'another')).toBeUndefined();
	});

	it('is known by each request that went out for it', () => {
		const context = sentBy(parameters);
		ledgerOf(context, 0, { text: 'changed' }).sent(0, 'b', [{ id: 'm2' }]);
		expect(ledgerOf(saved(context)).of(0, 'b')).toMatchObject({ sent: [{ id: 'm1' }] });
		const third = ledgerOf(saved(context), 0, { text: 'changed again' });
		expect(third.of(0, 'a')).toMatchObject({ sent: [{ id: 'm1' }] });
		expect(third.of(0, 'b')).toMatchObject({ sent: [{ id: 'm2' }] });
	});
});

it('each try has another name, but for one that comes too late', () => {
	const context = {};
	ledgerOf(context);
	const second = new Ledger(saved(context), 0, parameters, input);
	expect(second.earlier).toEqual(expect.any(String));
	const left = saved(context);
	second.open(false);
	expect(new Ledger(left, 0, parameters, input).earlier).toBe(second.earlier);
	const late = new Ledger(left, 0, parameters, input);
	late.open(true);
	expect(new Ledger(left, 0, parameters, input).earlier).toBe(second.earlier);
});

describe('an answer too large to keep', () => {
	const padding = 'x'.repeat(2100);
	const keptOf = (answer: Record<string, unknown>) => {
		const context = {};
		ledgerOf(context).sent(0, 'a', [answer]);
		const entry = ledgerOf(saved(context)).of(0, 'a');
		return entry && 'sent' in entry ? entry.sent[0] : undefined;
	};

	it('is shortened to ids, storageRef and status, and says so', () => {
		const answer = { id: 'm1', messageId: 7, chat_id: 'c', storageRef: 's', status: 'accepted', padding, text: 'x' };
		expect(keptOf(answer)).toEqual({
			id: 'm1',
			messageId: 7,
			chat_id: 'c',
			storageRef: 's',
			status: 'accepted',
			shortened: true,
		});
	});

	it('keeps no id that is itself large, and no object by the name of one', () => {
		expect(keptOf({ id: padding, otherId: { padding }, status: [padding] })).toEqual({ shortened: true });
	});

	it('is small afterwards, whatever it was', () => {
		const answer = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`a${index}Id`, 'x'.repeat(200)]));
		expect(JSON.stringify(keptOf(answer)).length).toBeLessThanOrEqual(2048);
	});

	it('is measured in the bytes that n8n saves', () => {
		const answer = { id: 'm1', text: '🙂'.repeat(700) };
		expect(Buffer.byteLength(JSON.stringify(answer))).toBeGreaterThan(2048);
		expect(keptOf(answer)).toEqual({ id: 'm1', shortened: true });
	});

	it('is kept whole where it is just not too large', () => {
		const answer = { id: 'm1', text: 'x'.repeat(2000) };
		expect(keptOf(answer)).toEqual(answer);
	});
});

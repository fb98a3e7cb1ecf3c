import { Ledger } from '../../nodes/MessagingIntegration/delivery/ledger';
import type { Failure } from '../../nodes/MessagingIntegration/api/failure';

const failure: Failure = { message: 'It broke', delivery: 'unknown', source: 'service' };

/** As n8n saves a context between two tries of an execution. */
const saved = (context: object) => JSON.parse(JSON.stringify(context)) as object;

it('gives back what an earlier try noted', () => {
	const context = {};
	const ledger = new Ledger(context, 0);
	ledger.sent('a', [{ id: 'm1', nested: { list: [1, null] } }]);
	ledger.unsure('b', failure);
	const again = new Ledger(saved(context), 0);
	expect(again.get('a')).toEqual({ sent: [{ id: 'm1', nested: { list: [1, null] } }] });
	expect(again.get('b')).toEqual({ unsure: failure });
	expect(again.get('c')).toBeUndefined();
});

it('notes at once, not only at the end of a run', () => {
	const context = {};
	const ledger = new Ledger(context, 0);
	ledger.sent('a', []);
	const meanwhile = saved(context);
	ledger.sent('b', []);
	expect(new Ledger(meanwhile, 0).get('a')).toBeDefined();
	expect(new Ledger(saved(context), 0).get('b')).toBeDefined();
});

it('what was in doubt and then went through counts as sent', () => {
	const ledger = new Ledger({}, 0);
	ledger.unsure('a', failure);
	ledger.sent('a', [{ id: 'm1' }]);
	expect(ledger.get('a')).toEqual({ sent: [{ id: 'm1' }] });
});

it('another run of a loop begins empty', () => {
	const context = {};
	new Ledger(context, 0).sent('a', [{ id: 'm1' }]);
	expect(new Ledger(context, 1).get('a')).toBeUndefined();
});

it('leaves nothing behind once cleared, and what others keep alone', () => {
	const context = { other: 'kept' };
	const ledger = new Ledger(context, 0);
	ledger.sent('a', [{ id: 'm1' }]);
	ledger.clear();
	expect(context).toEqual({ other: 'kept' });
});

describe('an answer too large to keep', () => {
	const padding = 'x'.repeat(2100);
	const keptOf = (answer: Record<string, unknown>) => {
		const context = {};
		new Ledger(context, 0).sent('a', [answer]);
		const entry = new Ledger(saved(context), 0).get('a');
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

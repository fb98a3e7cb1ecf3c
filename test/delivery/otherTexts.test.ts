// A key, or an execution, of which another text was sent in part.
import {
	type Delivery,
	deliver,
	foresee,
	Journal,
	type Policy,
	type Verdict,
	type World,
} from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import { because, type Why } from './support/reasons';
import {
	accepted,
	policy,
	refused,
	slowDown,
	stepOf,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';

const resend: Policy = { ...policy, whenUnsure: 'resend' };

let time: VirtualTime;
let world: World<Why>;
/** What went to the service. */
let asked: string[];
beforeEach(() => {
	time = new VirtualTime(seededRandom(1));
	world = worldOf(time);
	asked = [];
});

/** A text in several messages. @param answers of the service to what goes of it; others are accepted */
function textOf(text: string, answers: Array<Verdict<Why>>, count = 2): Delivery<Why> {
	const request = (name: string) => async () => {
		asked.push(name);
		await time.sleep(10);
		return answers.shift() ?? accepted;
	};
	const names = Array.from({ length: count }, (_, at) => `${at + 1}/${count} ${text}`);
	return {
		item: 0,
		instance: '',
		lane: '0',
		parts: text,
		steps: names.map((name) => stepOf(request(name), name)),
		once: { key: 'order 1', content: text },
	};
}

function withoutKey(text: Delivery<Why>): Delivery<Why> {
	const copy = { ...text };
	delete copy.once;
	return copy;
}

/** @param kept what n8n keeps of the execution: that of an earlier one makes this one its retry */
const journalOf = (execution: string, kept: object) =>
	new Journal(kept, taskOf(1, { execution }), world);

async function run(
	execution: string,
	delivery: Delivery<Why>,
	{ kept = {}, settings = policy, in: where = world } = {},
) {
	const delivered = deliver([delivery], settings, journalOf(execution, kept), where);
	await time.until(delivered);
	return (await delivered).results[0];
}

describe('the second message of a text may have arrived, and another execution sends the first one of another text', () => {
	let kept: object;
	const begin = async (answers: Array<Verdict<Why>>) => {
		kept = {};
		await run('1', textOf('A', [accepted, unanswered]), { kept });
		await run('2', textOf('B', answers), { settings: resend });
		asked = [];
	};

	it('a retry that is to send again begins its text with the first message', async () => {
		await begin([accepted, unanswered]);
		await run('3', textOf('A', []), { kept, settings: resend });
		expect(asked).toEqual(['1/2 A', '2/2 A']);
	});

	it.each([
		['fail', [{ would: 'fail', delivery: 'unknown' }], []],
		['resend', [{ would: 'send' }, { would: 'send' }], ['1/2 A', '2/2 A']],
		['countAsSent', [{ would: 'skip' }], []],
	] as const)(
		'if the rest of the other text was refused, nobody knows which text arrived: with "%s", the retry does what its dry run says',
		async (whenUnsure, would, sent) => {
			await begin([accepted, refused]);
			const settings: Policy = { ...policy, whenUnsure };
			const retry = textOf('A', []);
			const foreseen = foresee([retry], settings, journalOf('3', structuredClone(kept)), world);
			await time.until(foreseen);
			expect((await foreseen)[0]?.slice(-would.length)).toMatchObject(would);
			const results = await run('3', retry, { kept, settings });
			expect(asked).toEqual(sent);
			const states = { fail: 'failed', resend: 'sent', countAsSent: 'counted' };
			expect(results?.at(-1)).toMatchObject({ state: states[whenUnsure] });
		},
	);
});

it('a retry with another text that was stopped before it sent forgets nothing: the next one sends the rest of the first text', async () => {
	const kept = {};
	await run('1', withoutKey(textOf('A', [accepted, unanswered], 3)), { kept });
	const stopped = { ...world, stopped: AbortSignal.abort() };
	await run('2', withoutKey(textOf('B', [], 3)), { kept, settings: resend, in: stopped });
	asked = [];
	const settings: Policy = { ...policy, whenUnsure: 'countAsSent' };
	await run('3', withoutKey(textOf('A', [], 3)), { kept, settings });
	expect(asked).toEqual(['3/3 A']);
});

it('a key knows what was sent before it could record that: another execution sends only the rest', async () => {
	const kept = {};
	const add: World<Why>['marks']['add'] = async (name, ...more) => {
		if (name.endsWith(':progress')) throw new Error('database is locked');
		await world.marks.add(name, ...more);
	};
	const broken = { ...world, marks: { ...world.marks, add } };
	await run('1', textOf('A', [], 3), { kept, in: broken });
	await run('2', textOf('A', [accepted, refused], 3), { kept });
	expect(asked).toEqual(['1/3 A', '2/3 A', '3/3 A']);
	asked = [];
	await run('3', textOf('A', [], 3));
	expect(asked).toEqual(['3/3 A']);
});

it('what was in doubt stays so, if whoever counted all of another text was killed', async () => {
	await run('1', textOf('A', [accepted, unanswered], 3));
	const settings: Policy = { ...policy, whenUnsure: 'countAsSent' };
	const never = async () => await new Promise<never>(() => undefined);
	const killed = { ...world, marks: { ...world.marks, add: never, beat: never } };
	void deliver([textOf('B', [], 3)], settings, journalOf('2', {}), killed);
	await time.until(time.sleep(1000));
	asked = [];
	await run('3', textOf('A', [], 3), { settings });
	expect(asked).toEqual(['3/3 A']);
});

describe('two messages of a text were sent before it had its key, and then the fourth one fails', () => {
	const rest = ['4/5 A', '5/5 A'];
	const last = ['5/5 A'];

	it.each([
		['is refused', 'fail', refused, rest],
		['is refused', 'countAsSent', refused, rest],
		['may have arrived', 'resend', unanswered, rest],
		['may have arrived', 'countAsSent', unanswered, last],
	] as const)(
		'it %s: a retry with %s sends what is left',
		async (_, whenUnsure, verdict, expected) => {
			const settings: Policy = { ...policy, whenUnsure };
			const kept = {};
			await run('1', withoutKey(textOf('A', [accepted, accepted, refused], 5)), { kept });
			await run('2', textOf('A', [accepted, verdict], 5), { kept });

			const retry = textOf('A', [], 5);
			const foreseen = foresee([retry], settings, journalOf('3', structuredClone(kept)), world);
			await time.until(foreseen);
			const wouldSend = (await foreseen)[0]?.flatMap((one) =>
				one.would === 'send' ? retry.steps[one.step]?.name : [],
			);
			expect(wouldSend).toEqual(expected);

			asked = [];
			await run('3', retry, { kept, settings });
			expect(asked).toEqual(expected);
		},
	);
});

it.each([
	['was refused', refused, ['3/4 A', '4/4 A']],
	['may have arrived', unanswered, ['4/4 A']],
] as const)(
	'the second message counts as sent, and the third one %s: another execution sends each that was not sent',
	async (_, third, left) => {
		const settings: Policy = { ...policy, whenUnsure: 'countAsSent' };
		await run('1', textOf('A', [accepted, unanswered], 4));
		await run('2', textOf('A', [third], 4), { settings });
		asked = [];
		await run('3', textOf('A', [], 4), { settings });
		expect(asked).toEqual(left);
	},
);

it('a message of which another execution left a doubt, and which the service refuses for a while, does not go in quiet hours', async () => {
	await run('1', textOf('A', [unanswered], 1));
	asked = [];
	const again = textOf('A', [slowDown(60)], 1);
	again.mayBegin = () => (asked.length > 0 ? because('quietHours') : undefined);
	const results = await run('2', again, { settings: resend });
	expect(asked).toEqual(['1/1 A']);
	expect(results?.at(-1)).toMatchObject({
		delivery: 'unknown',
		why: { again: { reason: 'quietHours' } },
	});
});

it('a dry run says of each delivery with a key that another retry may have sent it, as the run does', async () => {
	const kept = {};
	await run('1', textOf('A', [refused], 1), { kept });
	const other = { ...world, claimant: 'another retry' };
	await run('2', textOf('A', [], 1), { kept: structuredClone(kept), in: other });
	const both = () => [textOf('A', [], 1), { ...textOf('A', [], 1), item: 1 }];
	const retry = () => new Journal(structuredClone(kept), taskOf(2, { execution: '3' }), world);
	const foreseen = foresee(both(), policy, retry(), world);
	await time.until(foreseen);
	const delivered = deliver(both(), { ...policy, continues: true }, retry(), world);
	await time.until(delivered);
	const unknown = { delivery: 'unknown', why: { reason: 'retriedBefore' } };
	expect((await foreseen).flat()).toMatchObject([unknown, unknown]);
	expect((await delivered).results.flat()).toMatchObject([unknown, unknown]);
});

it('if the first message of a text that begins again is in doubt and counts as sent, the rest of it goes', async () => {
	const kept = {};
	await run('1', withoutKey(textOf('A', [accepted, refused])), { kept });
	await run('2', withoutKey(textOf('B', [unanswered])), { kept, settings: resend });
	asked = [];
	const settings = { ...policy, whenUnsure: 'countAsSent' } as const;
	const results = await run('3', withoutKey(textOf('B', [])), { kept, settings });
	expect(asked).toEqual(['2/2 B']);
	expect(results?.map(({ state }) => state)).toEqual(['counted', 'sent']);
});

it('a key that was in doubt stays so if the message is sent again, and refused', async () => {
	await run('1', textOf('A', [unanswered]));
	await run('2', textOf('A', [refused]), { settings: resend });
	asked = [];
	const results = await run('3', textOf('A', []));
	expect(results?.[0]).toMatchObject({ delivery: 'unknown', why: { reason: 'keyInDoubt' } });
	expect(asked).toEqual([]);
});

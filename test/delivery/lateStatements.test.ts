// Send Once Keys on a database that carries statements out late, slowly, or not at all.
import {
	type Delivery,
	deliver,
	Journal,
	type Marks,
	onePart,
	type Policy,
	type Result,
	type Task,
	type Verdict,
	type World,
} from '../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import { because, type Why } from './support/reasons';
import {
	accepted,
	oneMessage,
	policy,
	refused,
	slowDown,
	stepOf,
	taskOf,
	unanswered,
	worldOf,
} from './support/world';
import { Life } from './world/life';
import { Store } from './world/store';

const second = 1000;
const resend = { whenUnsure: 'resend' } as const;
const countAsSent = { whenUnsure: 'countAsSent' } as const;
const slow = slowDown(3 * second);
const pieces = ['1/3', '2/3', '3/3'];
const notSent = [{ delivery: 'notSent' }];
/** A retry of an execution of which n8n kept nothing. */
const ofLost: Partial<Task> = { earlier: () => ({ isLost: true, origin: '1' }) };

/** What is different for the database of an execution. */
type Alter = (marks: Marks, life: Life) => Partial<Marks>;

interface More {
	settings?: Partial<Policy>;
	/** The names of the pieces of the text. */
	steps?: string[];
	/** How long the service takes for an answer (ms). */
	took?: number;
	/** How many messages without a key the run has besides. */
	others?: number;
	/** What the service answers to them. */
	toOthers?: Verdict<Why>;
	task?: Partial<Task>;
	life?: Life;
	alter?: Alter;
}

/** Executions that send a text with one Send Once Key, each in a process of its own. */
class Executions {
	readonly time = new VirtualTime(seededRandom(1));
	private readonly store = new Store(
		this.time,
		() => undefined,
		() => undefined,
	);
	/** What the service accepted: the execution, and the piece. */
	readonly accepted: string[] = [];

	/** @param answers of the service, of which the last one repeats */
	async execute(
		id: string,
		answers: Array<Verdict<Why>>,
		{ settings, steps = [''], took = 10, others = 0, task, ...more }: More = {},
	): Promise<ReadonlyArray<Result<Why>>> {
		const { life = new Life(id, this.time) } = more;
		const marks = this.store.marksOf(life);
		const world: World<Why> = worldOf(this.time, {
			clock: life,
			newId: () => `${id} ${this.time.random()}`,
			stopped: life.stopped.signal,
			hurry: life.hurry.signal,
			marks: { ...marks, ...more.alter?.(marks, life) },
		});
		let asked = 0;
		const request = (name: string) => async () => {
			await life.call();
			const answer = answers[Math.min(asked++, answers.length - 1)] as Verdict<Why>;
			if (answer.is === 'accepted') this.accepted.push(`${id} ${name}`.trim());
			await this.time.sleep(took);
			await life.goOn();
			return answer;
		};
		const keyed: Delivery<Why> = {
			item: 0,
			instance: '',
			lane: '0',
			once: { key: 'order 1', content: steps.join() },
			parts: steps.length === 1 ? onePart : steps.join(),
			steps: steps.map((name) => stepOf(request(name), name)),
		};
		const other = async () => {
			await this.time.sleep(10);
			return more.toOthers ?? accepted;
		};
		const deliveries = Array.from({ length: others }, (_, at) => oneMessage(at + 1, other));
		const ofTask = taskOf(1 + others, { execution: id, ...task });
		const journal = new Journal({}, ofTask, world);
		const all = [keyed, ...deliveries];
		const { results } = await deliver(all, { ...policy, ...settings }, journal, world);
		return results[0] ?? [];
	}

	async wait(ms: number): Promise<void> {
		await this.time.until(this.time.sleep(ms));
	}

	async end(execution: Promise<ReadonlyArray<Result<Why>>>): Promise<ReadonlyArray<Result<Why>>> {
		await this.time.until(execution);
		return await execution;
	}

	async run(
		id: string,
		answer: Verdict<Why>,
		more: More = {},
	): Promise<ReadonlyArray<Result<Why>>> {
		return await this.end(this.execute(id, [answer], more));
	}

	/** The execution is killed while it records how its attempt ended, and the database does that so much later (ms). */
	readonly killedAtEnd =
		(late: number): Alter =>
		(marks, life) => ({
			create: async (name, owner, until, entries) => {
				if (!name.endsWith(':outcome')) return await marks.create(name, owner, until);
				life.isDead = true;
				await this.time.sleep(late);
				const database = this.store.marksOf(new Life('database', this.time));
				return await database.create(name, owner, until, entries);
			},
		});

	/** The execution shows no sign of life in the first 9 s. */
	readonly withoutBeats: Alter = (marks) => ({
		beat: async (name) => {
			if (this.time.now() > 9 * second) await marks.beat(name);
		},
	});
}

let executions: Executions;
beforeEach(() => (executions = new Executions()));

describe('an execution that was refused is killed, and the database records that it gave the key back 20 s later', () => {
	beforeEach(async () => {
		void executions.execute('1', [refused], { alter: executions.killedAtEnd(20 * second) });
		await executions.wait(second);
	});

	it.each([
		['was sent', accepted, { state: 'skipped' }],
		['may have arrived', unanswered, { state: 'failed', delivery: 'unknown' }],
	])('what %s meanwhile does not go again', async (_, verdict, expected) => {
		await executions.run('2', verdict, { settings: resend });
		await executions.wait(30 * second);
		const sent = executions.accepted.length;
		expect(await executions.run('3', accepted)).toMatchObject([expected]);
		expect(executions.accepted).toHaveLength(sent);
	});

	it('afterwards, the next execution sends', async () => {
		await executions.wait(30 * second);
		expect(await executions.run('2', accepted)).toMatchObject([{ state: 'sent' }]);
	});

	describe('and another one has looked, and its turn comes later', () => {
		/** Another execution that works now, while the second one has its turn. */
		const later = async (settings: Partial<Policy>, answer: Verdict<Why>) => {
			const perMinute = { ...settings, perMinute: 1 };
			const two = executions.execute('2', [accepted], { settings: perMinute, others: 2 });
			await executions.wait(40 * second);
			await executions.run('3', answer, { took: 90 * second });
			return await executions.end(two);
		};

		it('it skips what the third one has sent', async () => {
			expect(await later({}, accepted)).toMatchObject([{ state: 'skipped' }]);
		});

		it('Send Again does not send what the third one is sending', async () => {
			await later(resend, accepted);
			expect(executions.accepted).toEqual(['3']);
		});

		it('Count as Sent does not count what the third one is sending, and is refused', async () => {
			await later(countAsSent, refused);
			expect(await executions.run('4', accepted)).toMatchObject([{ state: 'skipped' }]);
			expect(executions.accepted).toHaveLength(1);
		});
	});
});

it('what was certainly not sent does not count as sent while that is recorded', async () => {
	const alter: Alter = (marks) => ({
		add: async (...args) => {
			await executions.time.sleep(4 * second);
			await marks.add(...args);
		},
	});
	const one = executions.execute('1', [accepted, refused], { steps: pieces, alter });
	await executions.wait(second);
	await executions.run('2', accepted, { steps: pieces, settings: countAsSent });
	await executions.end(one);
	await executions.run('3', accepted, { steps: pieces });
	expect(executions.accepted.map((one) => one.slice(2)).sort()).toEqual(pieces);
});

describe('if the disk of the database is full, an execution does not say that nothing was sent', () => {
	const full =
		(isFull: (name: string) => boolean): Alter =>
		(marks) => ({
			create: async (name, owner, ...more) => {
				if (!isFull(name)) return await marks.create(name, owner, ...more);
				throw new Error('disk full');
			},
		});

	it.each([resend, countAsSent])('of what another one may have sent: %j', async (settings) => {
		const life = new Life('1', executions.time);
		void executions.execute('1', [accepted], { life, took: 100 });
		await executions.wait(50);
		life.isDead = true;
		const alter = full((name) => !/^retry of |^v1:order 1:1:started$/.test(name));
		const two = await executions.run('2', accepted, { settings, task: ofLost, alter });
		expect(executions.accepted).toEqual(['1']);
		expect(two).toMatchObject([{ state: 'failed', delivery: 'unknown' }]);
	});

	it('of a text of which another one sent a piece', async () => {
		await executions.end(executions.execute('1', [accepted, refused], { steps: pieces }));
		const alter = full((name) => name.includes(':2:'));
		const two = await executions.run('2', accepted, { steps: pieces, task: ofLost, alter });
		// Either what was sent comes out first, or nobody knows.
		expect(two[0]).not.toMatchObject({ delivery: 'notSent' });
	});

	it('of a text whose first piece it sent: the rest was not sent, and its key stays in doubt', async () => {
		const alter: Alter = (marks) => ({
			add: async (name, ...more) => {
				if (name.endsWith(':progress')) throw new Error('disk full');
				await marks.add(name, ...more);
			},
		});
		const one = await executions.run('1', accepted, { steps: pieces, alter });
		expect(executions.accepted).toEqual(['1 1/3']);
		const notBegun = { state: 'notBegun', step: 2 };
		expect(one).toMatchObject([{ state: 'sent' }, { state: 'failed', ...notSent[0] }, notBegun]);
		const two = await executions.run('2', accepted, { steps: pieces });
		expect(two[0]).toMatchObject({ delivery: 'unknown', why: { reason: 'keyInDoubt' } });
	});
});

it.each([{}, resend])('a slow database makes nobody send a second time: %j', async (settings) => {
	const alter: Alter = (marks) => ({
		count: async (name, until) => {
			const count = await marks.count(name, until);
			if (name.endsWith(':outcome')) await executions.time.sleep(9 * second);
			return count;
		},
	});
	const one = executions.execute('1', [accepted], { alter });
	await executions.wait(100);
	expect(await executions.run('2', accepted, { settings })).toMatchObject([{ state: 'skipped' }]);
	await executions.end(one);
	expect(executions.accepted).toHaveLength(1);
});

it('the rest of a text does not follow another text, though the database records late what the first one began', async () => {
	const steps = (text: string) => pieces.map((piece) => `${piece} ${text}`);
	const alter: Alter = (marks) => ({
		create: async (name, owner, ...more) => {
			if (!name.endsWith(':progress')) return await marks.create(name, owner, ...more);
			void executions.time.sleep(35 * second).then(async () => await marks.create(name, owner));
			await executions.time.sleep(30 * second);
			throw new Error('The database does not answer');
		},
	});
	await executions.run('1', accepted, { steps: steps('A'), alter });
	await executions.wait(10 * second);
	const life = new Life('2', executions.time);
	void executions.execute('2', [accepted], { life, steps: steps('B'), took: 100 });
	await executions.wait(60);
	life.isDead = true;
	await executions.run('3', accepted, { settings: countAsSent, steps: steps('A') });
	expect(executions.accepted).toEqual(['2 1/3 B']);
});

describe('an execution that shows no sign of life for a while sends the first message of a text', () => {
	it.each([resend, countAsSent])(
		'and leaves the rest to whoever took it for dead: %j',
		async (settings) => {
			const { withoutBeats: alter } = executions;
			const one = executions.execute('1', [accepted], { steps: pieces, took: 8 * second, alter });
			await executions.wait(100);
			await executions.run('2', accepted, { steps: pieces, settings });
			const failed = { state: 'failed', delivery: 'unknown', why: { reason: 'keyInDoubt' } };
			expect((await executions.end(one)).at(-1)).toMatchObject(failed);
			expect(executions.accepted.filter((name) => !name.endsWith(pieces[0] ?? ''))).toEqual([
				'2 2/3',
				'2 3/3',
			]);
		},
	);

	it.each([resend, countAsSent])(
		'also if it was blocked in the pause before the second one, so none comes twice: %j',
		async (settings) => {
			const pause = { min: 20 * second, max: 20 * second };
			const life = new Life('1', executions.time);
			const one = executions.execute('1', [accepted], { steps: pieces, life, settings: { pause } });
			await executions.wait(5 * second);
			life.blockedUntil = executions.time.now() + 20 * second;
			const more: More = { steps: pieces, settings: { ...settings, pause } };
			await executions.run('2', accepted, more);
			await executions.end(one);
			const arrived = executions.accepted.map((name) => name.slice(2));
			expect(arrived).toEqual([...new Set(arrived)].sort());
		},
	);
});

it.each([resend, countAsSent])(
	'an execution that is blocked before it repeats a message does not say that it was not sent, because another one took its place: %j',
	async (settings) => {
		const why = because('notReached');
		const notReached: Verdict<Why> = { is: 'refused', mayRepeat: true, isAnswer: false, why };
		const life = new Life('1', executions.time);
		const answers = [accepted, notReached, accepted];
		const one = executions.execute('1', answers, { steps: pieces, life, took: 100 });
		await executions.wait(300);
		life.blockedUntil = executions.time.now() + 15 * second;
		await executions.run('2', accepted, { steps: pieces, settings });
		const taken = { delivery: 'unknown', why: { reason: 'keyInDoubt' } };
		expect((await executions.end(one))[1]).toMatchObject(taken);
	},
);

describe('an execution that was taken for dead goes on before the database has recorded who took its place', () => {
	/** The second one, whose attempt is recorded late. */
	const late: Alter = (marks) => ({
		create: async (name, ...more) => {
			if (name === 'v1:order 1:2:started') await executions.time.sleep(9 * second);
			return await marks.create(name, ...more);
		},
	});
	const took = 100;
	const overtaken = async (answers: Array<Verdict<Why>>, sent: number) => {
		const life = new Life('1', executions.time);
		const one = executions.execute('1', answers, { steps: pieces, life, took });
		await executions.wait(50 + 110 * sent);
		life.blockedUntil = executions.time.now() + 15 * second;
		const more: More = { steps: pieces, settings: countAsSent, alter: late, took };
		const two = await executions.run('2', accepted, more);
		await executions.end(one);
		return two;
	};

	it.each([0, 1])('no message comes twice, after it had sent %d', async (sent) => {
		await overtaken([accepted], sent);
		expect(executions.accepted.map((name) => name.slice(2)).sort()).toEqual(pieces);
	});

	it('a message that it was refused does not count as sent', async () => {
		await overtaken([accepted, refused], 1);
		expect(executions.accepted).toEqual(['1 1/3', '2 2/3', '2 3/3']);
	});

	it('all counts as sent if it sent all', async () => {
		const life = new Life('1', executions.time);
		const one = executions.execute('1', [accepted], { life, took });
		await executions.wait(50);
		life.blockedUntil = executions.time.now() + 15 * second;
		const more: More = { settings: resend, alter: late, took };
		expect(await executions.run('2', accepted, more)).toMatchObject([{ state: 'skipped' }]);
		await executions.end(one);
		expect(executions.accepted).toEqual(['1']);
	});
});

it('a message that may have arrived stays in doubt if the database fails before it goes again', async () => {
	let looks = 0;
	const alter: Alter = (marks) => ({
		count: async (name, until) => {
			if (name === 'v1:order 1:2:started' && looks++ > 0)
				throw new Error('The database does not answer');
			return await marks.count(name, until);
		},
	});
	const answers = [accepted, { ...unanswered, mayRepeat: true } as Verdict<Why>, slow, accepted];
	const settings: Partial<Policy> = { ...resend };
	const more: More = { steps: pieces, settings, alter };
	const one = await executions.end(executions.execute('1', answers, more));
	expect(one[1]).toMatchObject({ state: 'failed', delivery: 'unknown' });
	const sent = executions.accepted.length;
	const two = await executions.run('2', accepted, { steps: pieces });
	expect(two.find(({ state }) => state === 'failed')).toMatchObject({
		delivery: 'unknown',
		why: { reason: 'keyInDoubt' },
	});
	expect(executions.accepted).toHaveLength(sent);
});

describe('a run that ends while another execution is sending the message says that it may arrive', () => {
	const mayArrive = [{ delivery: 'unknown', why: { reason: 'keyInDoubt' } }];

	it('if another message ended the run', async () => {
		const one = executions.execute('1', [accepted], { took: 15 * second });
		await executions.wait(100);
		const more: More = { others: 1, toOthers: refused, settings: { continues: false } };
		expect(await executions.run('2', accepted, more)).toMatchObject(mayArrive);
		await executions.end(one);
	});

	it('also if the other execution was refused, because one before it may have sent the message', async () => {
		await executions.run('1', unanswered);
		const settings = { ...resend, patience: 2 * second };
		const two = executions.execute('2', [slow], { settings, took: 3 * second });
		await executions.wait(500);
		const life = new Life('3', executions.time);
		const others = { others: 1, settings: { perMinute: 1 } };
		const three = executions.execute('3', [accepted], { ...others, life });
		await executions.wait(10 * second);
		life.stopped.abort();
		expect(await executions.end(three)).toMatchObject([{ delivery: 'unknown' }]);
		await executions.end(two);
	});

	it('if it is stopped while it takes the key of one that was killed', async () => {
		const killed = new Life('1', executions.time);
		void executions.execute('1', [accepted], { life: killed, took: 100 });
		await executions.wait(50);
		killed.isDead = true;
		const life = new Life('2', executions.time);
		const alter: Alter = (marks) => ({
			create: async (name, ...more) => {
				if (name !== 'v1:order 1:2:started') return await marks.create(name, ...more);
				life.stopped.abort();
				throw new Error('aborted');
			},
		});
		const two = await executions.run('2', accepted, { life, settings: resend, alter });
		expect(two).toMatchObject([{ delivery: 'unknown' }]);
		expect(executions.accepted).toEqual(['1']);
	});

	it('if a tool has waited too long', async () => {
		const settings = { patience: 20 * second };
		const two = executions.execute('2', [slow, accepted], { settings });
		await executions.wait(second);
		const one = executions.execute('1', [accepted], { took: 40 * second });
		expect(await executions.end(two)).toMatchObject(mayArrive);
		await executions.end(one);
	});
});

describe('an execution that took over the rest of a text is killed before it sent any of it', () => {
	/** The second execution never comes further than to this statement. */
	const killedAt = async (
		statement: 'create' | 'add',
		mark: string,
		answers: Array<Verdict<Why>>,
		settings: Partial<Policy> = {},
	) => {
		await executions.end(executions.execute('1', answers, { steps: pieces }));
		const life = new Life('2', executions.time);
		const die = (at: typeof statement, name: string) =>
			void (life.isDead ||= at === statement && name.endsWith(mark));
		const alter: Alter = (marks) => ({
			create: async (name, ...more) => (die('create', name), await marks.create(name, ...more)),
			add: async (name, ...more) => (die('add', name), await marks.add(name, ...more)),
		});
		void executions.execute('2', [accepted], { steps: pieces, life, alter, settings });
		await executions.wait(second);
	};

	it('before it recorded where it goes on: with "Send Again", what was certainly sent does not go again', async () => {
		await killedAt('create', ':2:progress', [accepted, refused]);
		await executions.run('3', accepted, { steps: pieces, settings: resend });
		expect(executions.accepted).toEqual(['1 1/3', '3 2/3', '3 3/3']);
	});

	it('while it counted the last message as sent: with "Send Again", only that one goes again', async () => {
		await killedAt('add', ':2:started', [accepted, accepted, unanswered], countAsSent);
		await executions.run('3', accepted, { steps: pieces, settings: resend });
		expect(executions.accepted).toEqual(['1 1/3', '1 2/3', '3 3/3']);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { pageHeaders } from '../../nodes/MessagingIntegration/question/pageFrame';
import { until } from '../support/until';
import { question, questionsOnSandbox } from './support/questionsOnSandbox';
import { respondedBy } from '../support/respondedBy';

const { ask, visit, execute, resume, begin, control, requests, n8n } = questionsOnSandbox();

const ada = '12025550001';
const bob = '12025550002';
const eve = '12025550003';
const team = question({ to: `${ada}, +${bob};${eve}` });
const recipients = async () => (await control().messages()).map(({ to }) => to).sort();

it.each([
	['separated by commas', `${ada}, +1 (202) 555-0002,${eve}`, [ada, bob, eve]],
	['as a list', `={{ ["${ada}", 12025550002, "+${eve}"] }}`, [ada, bob, eve]],
	['one of them twice', `${ada}, ${bob}\n${eve}, +${ada}`, [ada, bob, eve]],
	['with an empty decimal place', '491711234567,0', ['491711234567']],
	['as JSON', `["${ada}", "${bob}"]`, [ada, bob]],
	['with a wide comma', `${ada}，${bob}`, [ada, bob]],
])(
	'each of several people gets one message with a link of their own: %s',
	async (_, to, people) => {
		const { outcome, links } = await ask(question({ to }));
		expect(outcome.run.status).toBe('waiting');
		expect(await recipients()).toEqual(people);
		expect(new Set(links).size).toBe(people.length);
	},
);

it('the answer says whose link was used, and is the only one that counts', async () => {
	const asked = await ask(team);
	const said = (await control().messages()).findIndex(({ to }) => to === bob);
	const answer = { answer: 'decline', comment: 'Too late' };
	const first = await visit(asked, answer, said);
	expect(first.data).toEqual({
		approved: false,
		comment: 'Too late',
		chatInput: 'Too late',
		...respondedBy(bob, [ada, eve]),
	});
	expect(first.page).toContain('You chose: Decline');
	const later = await visit(asked, answer, (said + 1) % 3);
	expect([later.status, later.data]).toEqual([409, undefined]);
	expect(later.page).toContain('The first answer counts');
	expect(later.page).toContain('>Decline</p>');
	expect(later.page).toMatch(new RegExp(`>Answered on .+, by the link of ${bob}\\.</p>`));
	expect(later.page).not.toContain('Too late');
	const again = await visit(asked, answer, said);
	expect([again.status, again.data]).toEqual([200, undefined]);
	const { items } = await resume(asked.plan, asked.outcome.run, { data: first.data ?? {} });
	expect(items).toHaveLength(1);
});

it('a question is answered once, also after another one was answered', async () => {
	const [first, second] = [await ask(question()), await ask(question())];
	expect((await visit(first, { answer: 'approve' })).data).toMatchObject({ approved: true });
	expect((await visit(second, { answer: 'approve' }, 1)).data).toMatchObject({ approved: true });
	const again = await visit(first, { answer: 'decline' });
	expect([again.status, again.data]).toEqual([409, undefined]);
});

it('the link of an earlier question shows and answers nothing', async () => {
	const asked = await ask(question());
	const links = asked.links.map((link) =>
		link.replace(/form-waiting=[^&]+/, 'form-waiting=earlier'),
	);
	for (const answer of [undefined, { answer: 'approve' }]) {
		const { status, data } = await visit({ ...asked, links }, answer);
		expect([status, data]).toEqual([410, undefined]);
	}
	expect((await visit(asked, { answer: 'approve' })).data).toMatchObject({ approved: true });
});

it.each<[IDataObject | undefined, string[]]>([
	[{ approved: false, comment: 'No' }, ['Decline', 'Answered on Mar 1, 2026, 10:00 AM (UTC)']],
	[{ choice: 'am' }, ['am', 'Answered on Mar 1, 2026, 10:00 AM (UTC), by the link of 1555.']],
	[{ text: 'Words' }, ['Answered on Mar 1, 2026, 10:00 AM (UTC), by the link of 1555.']],
	[undefined, ['Nobody answered in time.']],
])(
	'the link of an earlier question says what was decided, when, and by whose link: %j',
	async (given, said) => {
		const plan = { parameters: question(), runs: 2, settings: { timezone: 'UTC' } };
		const first = await ask(plan.parameters, plan);
		const known = { respondedAt: '2026-03-01T10:00:00.000Z', respondedBy: '1555' };
		const answer = given && { data: { ...given, ...known } };
		const outcome = await resume(first.plan, first.outcome.run, answer);
		for (const answered of [undefined, { answer: 'approve' }]) {
			const { status, data, page } = await visit({ ...first, outcome }, answered);
			expect([status, data]).toEqual([410, undefined]);
			const shown = page.replaceAll('\u202F', ' ');
			for (const words of said) expect(shown).toContain(words);
			expect(shown).not.toMatch(/>No<|Words/);
		}
	},
);

it.each([
	['form-waiting', undefined],
	['answer', { answer: 'approve' }],
])('the page of the %s is private', async (_, answer) => {
	const { headers } = await visit(await ask(question()), answer);
	for (const [name, value] of Object.entries(pageHeaders)) expect(headers.get(name)).toBe(value);
	expect(headers.get('cache-control')).toBe('no-store');
});

const refused = { path: 'messages', status: 422, message: 'No such number' };

it.each([
	[' , 12025550001', ': entry 1 of 2'],
	['12025550001,,12025550002', ': entry 2 of 3'],
	['={{ [] }}', ''],
	['={{ ["12025550001", undefined] }}', ': entry 2 of 2'],
])('a recipient that is missing is an error before anybody is asked: %j', async (to, which) => {
	const { error } = await execute({ parameters: question({ to }) });
	expect(error?.message).toBe(`The recipient is empty${which}`);
	expect(await requests()).toEqual([]);
});

it('if some cannot be asked, the others are, the execution waits, and a hint names who was not', async () => {
	await control().bend(refused);
	const { outcome } = await ask(team);
	expect(outcome.run.status).toBe('waiting');
	const asked = await recipients();
	expect(asked).toHaveLength(2);
	const [missing] = [ada, bob, eve].filter((to) => !asked.includes(to));
	const hint = outcome.hints.find(({ message }) => message.includes('could not be asked'));
	expect(hint?.message).toContain(`1 of 3 people could not be asked. ${missing}: `);
	expect(hint?.message).toContain('No such number');
});

// test/delivery/lanes measures how long they wait, in virtual time.
it('those who were asked can answer although the service wants a pause before it asks the others', async () => {
	const slow = { path: 'messages', status: 429, message: 'Too many', skip: 2, count: 1000 };
	await control().bend({ ...slow, headers: { 'retry-after': '299' } });
	const { outcome } = await ask(team);
	expect(outcome.run.status).toBe('waiting');
	expect(await recipients()).toHaveLength(2);
	const hint = outcome.hints.find(({ message }) => message.includes('could not be asked'));
	expect(hint?.message).toContain('1 of 3 people could not be asked. ');
	expect(hint?.message).toContain('too many requests (429)');
});

it('as long as nobody was asked, who is refused is asked later', async () => {
	await control().bend(refused);
	await control().bend({ path: 'messages', status: 429, headers: { 'retry-after': '11' } });
	const { outcome } = await ask(question({ to: `${ada}, ${bob}` }));
	expect(outcome.run.status).toBe('waiting');
	expect(await recipients()).toHaveLength(1);
});

it('if nobody can be asked, the node fails, and a retry of the execution asks all of them', async () => {
	for (let at = 0; at < 3; at++) await control().bend(refused);
	const failed = await ask(team);
	expect(failed.outcome.run.status).toBe('error');
	expect(failed.outcome.error?.description).toContain('No such number');
	const retried = await execute(failed.plan, failed.outcome.run);
	expect(retried.run.status).toBe('waiting');
	expect(await recipients()).toEqual([ada, bob, eve]);
});

it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'if one is refused and another in doubt, the error says that somebody may have it: %s',
	async (onError) => {
		await control().bend(refused);
		await control().bend({ path: 'messages', reset: 'afterReading', carryOut: true });
		const parameters = question({ to: `${ada}, ${bob}` });
		const { error, items } = await execute({ parameters, onError });
		const details: unknown =
			onError === 'stopWorkflow' ? error?.context.data : items[0]?.json.details;
		expect(details).toMatchObject({
			delivery: 'unknown',
			description: expect.stringMatching(
				/2 of 2 people could not be asked\. .*the question may have arrived\. /,
			),
		});
		expect(JSON.stringify([details, error?.description])).not.toMatch(/files|Recipients/);
	},
);

it('a retry after a stop asks again those whose link leads nowhere any more', async () => {
	await control().bend({ path: 'messages', hang: true, skip: 1 });
	const plan = { parameters: question({ to: `${ada}, ${bob}` }) };
	const running = begin(plan);
	await until('one was asked', async () => (await requests()).length === 2);
	running.cancel();
	const stopped = await running.outcome;
	await control().straighten();
	const retried = await execute(plan, stopped.run);
	expect(retried.run.status).toBe('waiting');
	const [first] = await recipients();
	expect((await recipients()).filter((to) => to === first)).toHaveLength(2);
});

it('a retry asks only those who were certainly not asked, even if one expression gives them all', async () => {
	const items = [{ json: { to: [ada, bob] } }];
	const plan = { items, parameters: question({ to: '={{ $json.to }}' }) };
	await control().bend({ path: 'messages', reset: 'afterReading', carryOut: true });
	await control().bend(refused);
	const failed = await execute(plan);
	expect(failed.run.status).toBe('error');
	expect(await recipients()).toHaveLength(1);
	const retried = await execute(plan, failed.run);
	expect(retried.run.status).toBe('waiting');
	expect(await recipients()).toEqual([ada, bob]);
});

it.each([
	['+49 711 123456;ext=12', '"ext=12" is not a phone number'],
	['+49 711 123456, ext. 12', '"ext. 12" is not a phone number'],
	['4,91711E+11', 'a spreadsheet has shortened'],
	['491,711,234,567', 'is a number with commas for thousands'],
	['4917012345678 4915112345678', 'is not one phone number for certain'],
])('a value that is not certainly several recipients asks nobody: %s', async (to, problem) => {
	const { error } = await execute({ parameters: question({ to }) });
	expect(error?.message).toContain(problem);
	expect(error?.description).not.toContain('Split Out');
	expect(await requests()).toEqual([]);
});

// What n8n does then is tested in e2e and with several processes.
it.each([
	['is told that the answer was recorded', true, 200, 'Your answer was recorded'],
	['is not told so if n8n refuses the answer', false, 409, 'This answer was not recorded'],
])('whoever clicks twice %s', async (_, isTaken, status, words) => {
	const asked = await ask(question());
	n8n.answers = 0;
	let decide = () => {};
	const decided = new Promise<void>((resolve) => (decide = resolve));
	n8n.end = async (response, page) => {
		await decided;
		if (isTaken) response.end(page);
		else response.json({ code: 503, message: 'Database is not ready!' });
	};
	const click = async () => await visit(asked, { answer: 'approve' });
	const clicks = [click(), click()];
	await until('A second click', () => n8n.answers === 2);
	decide();
	for (const { status: given, page } of await Promise.all(clicks)) {
		expect(given).toBe(status);
		expect(page).toContain(words);
	}
});

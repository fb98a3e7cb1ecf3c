import { question, questionsOnSandbox } from './questionsOnSandbox';

const { ask, visit, execute, resume, control, requests } = questionsOnSandbox();

const ada = '15551230001';
const bob = '15551230002';
const eve = '15551230003';
const team = question({ to: `${ada}, +${bob};${eve}` });
const recipients = async () => (await control().messages()).map(({ to }) => to).sort();

it.each([
	['separated by commas', { to: `${ada}, +1 (555) 123-0002,${eve}` }],
	['as a list', { to: `={{ ["${ada}", 15551230002, "+${eve}"] }}` }],
	['one of them twice', { to: `${ada}, ${bob}\n${eve}, +${ada}` }],
])('each of several people gets one message with a link of their own: %s', async (_, to) => {
	const { outcome, links } = await ask(question(to));
	expect(outcome.run.status).toBe('waiting');
	expect(await recipients()).toEqual([ada, bob, eve]);
	expect(new Set(links).size).toBe(3);
});

it('the answer says whose link was used, and is the only one that counts', async () => {
	const asked = await ask(team);
	const said = (await control().messages()).findIndex(({ to }) => to === bob);
	const first = await visit(asked, { answer: 'decline', f0: 'Too late' }, said);
	expect(first.data).toEqual({
		approved: false,
		comment: 'Too late',
		chatInput: 'Too late',
		respondedAt: expect.any(String),
		respondedBy: bob,
	});
	expect(first.page).toContain('You chose: Decline');
	const other = (said + 1) % 3;
	const later = await visit(asked, { answer: 'decline', f0: 'Too late' }, other);
	expect([later.status, later.data]).toEqual([409, undefined]);
	expect(later.page).toContain('The first answer counts');
	expect(later.page).not.toContain(bob);
	const again = await visit(asked, { answer: 'decline', f0: 'Too late' }, said);
	expect([again.status, again.data]).toEqual([200, undefined]);
	const { items } = await resume(asked.plan, asked.outcome.run, { data: first.data ?? {} });
	expect(items).toHaveLength(1);
});

it.each([
	' , 15551230001',
	'15551230001,,15551230002',
	'={{ [] }}',
	'={{ ["15551230001", undefined] }}',
])('a recipient that is missing is an error before anybody is asked: %j', async (to) => {
	const { error } = await execute({ parameters: question({ to }) });
	expect(error?.message).toContain('The recipient is empty');
	expect(await requests()).toEqual([]);
});

// Questions whose page has a button for each choice.
import { reviewType } from '../n8n/examples';
import { respondedBy } from '../support/respondedBy';
import { question, questionsOnSandbox } from './support/questionsOnSandbox';

const { ask, control, visit, execute, requests } = questionsOnSandbox();

const values = [{ label: 'In the morning', value: 'am' }, { label: 'In the afternoon' }];
const when = question({ responseType: 'choice', choices: { values } });
const [ada, bob, eve] = ['12025550001', '12025550002', '12025550003'];

it('each choice is a button that answers with one tap, and its value comes out', async () => {
	const asked = await ask(when);
	const { page } = await visit(asked);
	const buttons = [...page.matchAll(/<button[^>]*value="(\d)"[^>]*>([^<]*)</g)].map((one) =>
		one.slice(1),
	);
	expect(buttons).toEqual([
		['0', 'In the morning'],
		['1', 'In the afternoon'],
	]);
	const { data, page: recorded } = await visit(asked, { answer: '0' });
	expect(data).toEqual({ choice: 'am', ...respondedBy('12025554567') });
	expect(recorded).toContain('You chose: In the morning');
});

it('the label comes out if a choice has no value', async () => {
	expect((await visit(await ask(when), { answer: '1' })).data).toMatchObject({
		choice: 'In the afternoon',
	});
});

it.each<Array<Record<string, string>>>([
	[{ answer: '2' }],
	[{ answer: 'approve' }],
	[{ answer: '' }],
	[{ choice: 'am' }],
])('an answer without one of the buttons does not count: %j', async (answer) => {
	const { status, data, page } = await visit(await ask(when), answer);
	expect([status, data]).toEqual([400, undefined]);
	expect(page).toContain('please choose one of the buttons');
});

it('the others who were asked come out, so that they can be told, but not who could not be asked', async () => {
	await control().bend({ path: 'messages$', status: 422 });
	const asked = await ask({ ...when, to: `${ada}, ${bob}, ${eve}` });
	const people = (await control().messages()).map(({ to }) => to);
	expect(people).toHaveLength(2);
	const { data } = await visit(asked, { answer: '1' });
	expect(data).toMatchObject(respondedBy(people[0] ?? '', [people[1]]));
});

it.each([
	[[]],
	[[{ label: 'Only one' }]],
	[[{ label: 'Same' }, { label: 'Same', value: 'other' }]],
	[[{ label: 'Same' }, { label: 'Same ' }]],
	[[{ label: 'One' }, { label: ' ', value: 'two' }]],
	[Array.from({ length: 11 }, (_, at) => ({ label: `Choice ${at}` }))],
])('asks nobody if the choices cannot be used: %j', async (some) => {
	const parameters = { ...when, choices: { values: some } };
	const { error } = await execute({ parameters });
	expect(error?.message).toBe('The choices cannot be used');
	expect(await requests()).toEqual([]);
});

it('the review of a tool tells the model what was chosen, and that nothing ran', async () => {
	const calls = [{ tool: 'Behind', toolParameters: { Text: 'Hello' } }];
	const asked = await ask(when, { type: reviewType, calls });
	const { data } = await visit(asked, { answer: '0' });
	expect(data).toMatchObject({
		choice: 'am',
		chatInput: 'The tool did not run. The person chose: am',
	});
});

it('a message with a limited wait says until when, in the language of the page', async () => {
	const limitWaitTime = {
		values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2099-12-31T17:00:00' },
	};
	await execute({ parameters: { ...when, options: { limitWaitTime, pageLanguage: 'de' } } });
	const [request] = await requests();
	expect(JSON.stringify(request?.body)).toMatch(
		/Bitte antworten Sie bis 31\.12\.2099, 17:00 \(America\/New_York\)\./,
	);
});

// Several files of one item: the example that sends them.
import type { Fault } from '../../dev/sandbox/faults';
import { submitForm } from '../n8n/form';
import { randomPng } from '../n8n/randomPng';
import { arrivedFiles } from './support/arrivedFiles';
import { browser } from './support/browser';
import { example, runningExamples } from './support/runningExamples';

const { n8n, publishForm } = runningExamples();
const { page } = browser();

const several = 'several-pictures-to-one-phone.json';

const picturesNamed = (...names: string[]) =>
	names.map((name) => ({ fileName: `${name}.png`, png: randomPng() }));
const submission = (...names: string[]) => ({
	name: 'Ada Example',
	phone: '+1 (202) 555-4567',
	picture: picturesNamed(...names),
});

/** The accepted messages, in order: the name of the file and the caption. */
async function arrived(): Promise<string[]> {
	return (await arrivedFiles(n8n())).map(({ fileName, caption = '' }) => `${fileName}: ${caption}`);
}

const arrivedNames = async () =>
	(await arrivedFiles(n8n())).map(({ fileName }) => fileName).toSorted();

example(several, 'sends the pictures that a visitor submits in a browser', async (file) => {
	const form = await page();
	await form.goto(await publishForm(file));
	const { name, phone, picture } = submission('a', 'b', 'c');
	await form.getByLabel('Name').fill(name);
	await form.getByLabel('Phone').fill(phone);
	await form.getByLabel('Pictures').setInputFiles(
		picture.map(({ fileName, png }) => ({
			name: fileName,
			mimeType: 'image/png',
			buffer: png,
		})),
	);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('All pictures have been sent.').waitFor();
	expect((await arrived()).map((words) => words.split(':')[1]).sort()).toEqual([
		' ',
		' ',
		' Pictures from Ada Example',
	]);

	const sandbox = await page();
	await sandbox.goto(n8n().sandboxUrl);
	for (const { fileName } of picture)
		await sandbox.getByRole('img', { name: `Picture ${fileName}` }).waitFor();
});

example(
	several,
	'tells the visitor which pictures are missing if one was refused',
	async (file) => {
		const formUrl = await publishForm(file);
		const filledIn = submission('a', 'b', 'c');
		await n8n().sandbox.bend({ path: 'messages', skip: 1, status: 422 });
		const { title, message } = await submitForm(formUrl, filledIn);
		expect(title).toBe('Not all pictures were sent');
		const missing = filledIn.picture.filter(({ fileName }) => message.includes(fileName));
		expect(missing).toHaveLength(2);
		expect((await submitForm(formUrl, { ...filledIn, picture: missing })).title).toBe('Sent');
		expect((await arrived()).map((words) => words.split(':')[0]).sort()).toEqual([
			'a.png',
			'b.png',
			'c.png',
		]);
	},
);

example(several, 'tells the visitor what is wrong with the number', async (file) => {
	const filledIn = { ...submission('a', 'b'), phone: '0151 23456789' };
	const { title, message } = await submitForm(await publishForm(file), filledIn);
	expect(title).toBe('The pictures were not sent');
	expect(message).toMatch(/0151 23456789.* country code.*go back/);
});

example(several, 'sends no picture again, nor one that is in doubt', async (file) => {
	const formUrl = await publishForm(file);
	const filledIn = submission('a', 'b', 'c');
	const broken: Fault = { path: 'messages', skip: 1, reset: 'afterReading', carryOut: true };
	await n8n().sandbox.bend(broken);
	for (let round = 0; round < 2; round++) {
		expect(await submitForm(formUrl, filledIn)).toMatchObject({
			title: 'Some pictures may not have been sent',
			message: expect.stringMatching(/ask the recipient/),
		});
	}
	const names = await arrivedNames();
	expect(new Set(names).size).toBe(names.length);
});

example(several, 'sends each picture once if two visitors submit at once', async (file) => {
	const formUrl = await publishForm(file);
	const filledIn = submission('a', 'b', 'c');
	const endings = await Promise.all([submitForm(formUrl, filledIn), submitForm(formUrl, filledIn)]);
	for (const { title } of endings) expect(title).toMatch(/^(Already sent|Sent)$/);
	expect(await arrivedNames()).toEqual(['a.png', 'b.png', 'c.png']);
});

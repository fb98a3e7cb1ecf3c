// The examples with a form: what a visitor reads, and may submit again.
import { createHash } from 'node:crypto';

import type { Fault } from '../../dev/sandbox/faults';
import { checkArrival } from '../n8n/checkArrival';
import { submitForm } from '../n8n/form';
import { randomPng } from '../n8n/randomPng';
import { arrivedFiles } from './support/arrivedFiles';
import { example, runningExamples } from './support/runningExamples';

const { n8n, operations, publishForm } = runningExamples();

const picture = (name: string) => ({ fileName: `${name}.png`, png: randomPng() });

const submission = () => ({
	name: 'Ada Example',
	phone: '+49 (151) 234-56789',
	picture: picture('picture'),
});

const sent = {
	title: 'Sent',
	message: expect.stringMatching(/^The (picture|message) has been sent\.$/),
};
const alreadySent = { title: 'Already sent', message: expect.stringContaining('not sent again') };
const notSent = {
	title: expect.stringMatching(/^The (picture|message) was not sent$/),
	message: expect.stringMatching(/later\.$/),
};
const inDoubt = {
	title: expect.stringMatching(/^The (picture|message) may have been sent$/),
	message: expect.stringMatching(/ask the recipient.*does not send it again/),
};

const broken: Fault = { path: 'messages', reset: 'afterReading', carryOut: true };

for (const file of ['form-to-message.json', 'form-to-message-one-node.json']) {
	example(file, 'sends the picture of a form, with the name in the caption', async () => {
		const filledIn = submission();
		expect(await submitForm(await publishForm(file), filledIn)).toEqual(sent);
		await checkArrival(n8n().sandboxUrl, filledIn);
		expect(await operations()).toEqual(['media', 'messages']);
	});

	example(file, 'sends once if a visitor submits the same form again', async () => {
		const formUrl = await publishForm(file);
		const filledIn = submission();
		expect(await submitForm(formUrl, filledIn)).toEqual(sent);
		expect(await submitForm(formUrl, filledIn)).toEqual(alreadySent);
		expect(await n8n().sandbox.messages()).toHaveLength(1);
		expect(await submitForm(formUrl, { ...filledIn, name: 'Ben' })).toEqual(sent);
		expect(await submitForm(formUrl, { ...filledIn, phone: '+49 151 1' })).toEqual(sent);
		expect(await submitForm(formUrl, { ...filledIn, picture: picture('other') })).toEqual(sent);
		expect(await n8n().sandbox.messages()).toHaveLength(4);
	});

	example(file, 'tells the visitor that nothing was sent, and sends at the next try', async () => {
		const formUrl = await publishForm(file);
		const filledIn = submission();
		await n8n().sandbox.bend({ path: 'messages', status: 422 });
		expect(await submitForm(formUrl, filledIn)).toEqual(notSent);
		expect(await submitForm(formUrl, filledIn)).toEqual(sent);
		expect(await n8n().sandbox.messages()).toHaveLength(1);
	});

	example(file, 'tells a visitor who types a local number what is missing', async () => {
		const filledIn = { ...submission(), phone: '0151 23456789' };
		const { title, message } = await submitForm(await publishForm(file), filledIn);
		expect(title).toEqual(notSent.title);
		expect(message).toMatch(/0151 23456789.* country code.*go back/);
		expect(await n8n().sandbox.messages()).toEqual([]);
	});

	example(file, 'says what is not known, and does not send a second time', async () => {
		const formUrl = await publishForm(file);
		const filledIn = submission();
		await n8n().sandbox.bend(broken);
		expect(await submitForm(formUrl, filledIn)).toEqual(inDoubt);
		expect(await submitForm(formUrl, filledIn)).toEqual(inDoubt);
		expect(await n8n().sandbox.messages()).toHaveLength(1);
	});

	example(file, 'never says that a message is in doubt if only its upload failed', async () => {
		await n8n().sandbox.bend({ ...broken, path: 'media', count: 10 });
		expect(await submitForm(await publishForm(file), submission())).toEqual(notSent);
		expect(await n8n().sandbox.messages()).toEqual([]);
	});
}

example(
	'form-to-message.json',
	'sends everything of a form with none, one and three files, each as what it is',
	async (file) => {
		const formUrl = await publishForm(file);
		const choices = [[], [picture('a')], [picture('b'), picture('c'), picture('d')]];
		for (const [at, chosen] of choices.entries()) {
			const filledIn = { ...submission(), phone: `+1 202-555-010${at}`, picture: chosen };
			expect(await submitForm(formUrl, filledIn)).toEqual(sent);
		}
		const messages = await n8n().sandbox.messages();
		expect(messages.map(({ to, content: { type } }) => [to, type])).toEqual([
			['12025550100', 'text'],
			['12025550101', 'image'],
			...['12025550102', '12025550102', '12025550102'].map((to) => [to, 'image']),
		]);
		expect(messages[0]?.content.text).toBe('From Ada Example');
	},
);

example(
	'form-to-message.json',
	'names the files that were not sent, and sends each of them once',
	async (file) => {
		const formUrl = await publishForm(file);
		const filledIn = { ...submission(), picture: [picture('a'), picture('b'), picture('c')] };
		await n8n().sandbox.bend({ path: 'messages', skip: 1, status: 422 });
		const { title, message } = await submitForm(formUrl, filledIn);
		expect(title).toBe('Not everything was sent');
		// n8n numbers them in another order at times.
		const missing = filledIn.picture.filter(({ fileName }) => message.includes(fileName));
		expect(missing).toHaveLength(2);
		const rest = { ...filledIn, picture: missing };
		expect(await submitForm(formUrl, rest)).toEqual(sent);
		const files = (await arrivedFiles(n8n())).map(({ fileName }) => fileName);
		expect(files.sort()).toEqual(['a.png', 'b.png', 'c.png']);
		expect(await submitForm(formUrl, rest)).toEqual(alreadySent);

		await n8n().sandbox.bend({ ...broken, skip: 1 });
		const other = { ...filledIn, name: 'Ben' };
		expect(await submitForm(formUrl, other)).toEqual({
			title: 'The message may have been sent',
			message: expect.stringMatching(/what arrived.*files are missing.*only those/),
		});
		expect(await n8n().sandbox.messages()).toHaveLength(5);
	},
);

const many = 'upload-once-send-to-many.json';
// As a browser sends what was typed in several lines.
const threePhones = '+1 202-555-0101\r\n\r\n+1 202-555-0102\r\n +1 202-555-0103 \r\n';

example(many, 'uploads once and sends that to every number', async (file) => {
	const filledIn = { ...submission(), phone: threePhones };
	const ending = await submitForm(await publishForm(file), filledIn);
	expect(ending).toMatchObject({
		title: 'Sent',
		message: expect.stringMatching(/^Sent: 3 of 3\s*$/),
	});
	expect(await operations()).toEqual(['media', 'messages', 'messages', 'messages']);
	const [upload] = await n8n().sandbox.requests();
	const sha256 = createHash('sha256').update(filledIn.picture.png).digest('hex');
	expect(upload?.file?.sha256).toBe(sha256);
	const messages = await n8n().sandbox.messages();
	expect(messages.map(({ to }) => to).sort()).toEqual([
		'12025550101',
		'12025550102',
		'12025550103',
	]);
	const media = { storageRef: upload?.file?.storageRef, caption: 'Picture from Ada Example' };
	expect(messages.map(({ content }) => content)).toEqual(
		messages.map(() => ({ type: 'image', media })),
	);
});

example(
	many,
	'tells the visitor which numbers failed, and sends to them at the next try',
	async (file) => {
		const formUrl = await publishForm(file);
		const filledIn = { ...submission(), phone: threePhones };
		await n8n().sandbox.bend({ path: 'messages', status: 422 });
		const first = await submitForm(formUrl, filledIn);
		// An error of the service has names of hosts and keys, which are no visitor's business.
		expect(first.message).toMatch(/not sent\. Please check the number, or try again later\.$/);
		expect(first.title).toBe('Not sent to everybody');
		expect(first.message).toMatch(/^Sent: 2 of 3\n\+1 202-555-010\d: not sent\. .+/);
		expect((await submitForm(formUrl, filledIn)).message).toContain('Sent: 3 of 3');
		expect(await n8n().sandbox.messages()).toHaveLength(3);
		const third = await submitForm(formUrl, { ...filledIn, phone: threePhones });
		expect(third.title).toBe('Already sent');
		const wrong = await submitForm(formUrl, { ...filledIn, phone: '0151 23456789' });
		expect(wrong.message).toMatch(/not sent\. .*0151 23456789.* needs a country code\./);
	},
);

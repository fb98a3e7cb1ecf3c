import { checkArrival } from '../../test/n8n/checkArrival';
import { submitForm, type Submission } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import { Problem } from '../../test/n8n/Problem';
import { randomPng } from '../../test/n8n/randomPng';
import { step } from '../step';
import type { Started } from './setUp';

/** Submits the example's form and checks what reached the sandbox. @throws Problem that says what is wrong */
export async function checkOnce({ sandbox, api, examples: { twoNodes } }: Started): Promise<void> {
	const picture = { fileName: 'picture.png', png: randomPng() };
	const submission: Submission = { name: 'Ada Example', phone: '+49 (151) 234-56789', picture };
	const arrival = await step(
		'Submitting the form with a picture, and waiting for the message',
		async () => {
			const { title, message } = await submitForm(twoNodes.formUrl, submission);
			if (title === 'Sent') return await checkArrival(sandbox.url, submission);
			const end = await lastExecution(api, twoNodes.workflow.id);
			throw new Problem(`No message arrived. The form ended with "${title}. ${message}"; ${end}.`);
		},
	);
	const { message, sha256, size } = arrival;
	console.log(`
A message arrived: to ${message.to}, caption ${message.content.media?.caption}
with the picture that was submitted: ${size} bytes, SHA-256 ${sha256}`);
}

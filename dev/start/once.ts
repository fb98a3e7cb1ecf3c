import { checkArrival, waitForMessage } from './arrival';
import type { PublishedExample } from './example';
import { lastExecution } from './execution-error';
import { submitForm, type Submission } from './form';
import type { N8nApi } from './n8n-api';
import { randomPng } from './png';
import { Problem } from './problem';
import { step } from './progress';

/** Submits the example's form and checks what reached the sandbox. @throws Problem that says what is not as it should be */
export async function proveOnce(sandboxUrl: string, api: N8nApi, example: PublishedExample): Promise<void> {
	const submission: Submission = {
		name: 'Ada Example',
		phone: '+49 (151) 234-56789',
		picture: { fileName: 'picture.png', png: randomPng() },
	};
	const arrival = await step('Submitting the form with a picture, and waiting for the message', async () => {
		const refusal = await submitForm(example.formUrl, submission);
		if (refusal !== undefined || !(await waitForMessage(sandboxUrl))) {
			const end = await lastExecution(api, example.workflow.id);
			throw new Problem(`No message arrived. n8n answered the form with ${refusal ?? '200'}; ${end}.`);
		}
		return await checkArrival(sandboxUrl, submission);
	});
	const { message, storageRef, sha256, size } = arrival;
	console.log(`
A message arrived:
  to          ${message.to}, from instance ${message.instanceId}
  caption     ${message.content.media?.caption}
  picture     ${size} bytes, SHA-256 ${sha256}: the one submitted
  storageRef  ${storageRef}: that upload`);
}

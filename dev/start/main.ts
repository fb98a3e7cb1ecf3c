import { checkArrival } from '../../test/n8n/checkArrival';
import { shown } from '../../test/n8n/checkout';
import { submitForm, type Submission } from '../../test/n8n/form';
import { lastExecution } from '../../test/n8n/lastExecution';
import { owner } from '../../test/n8n/N8nApi';
import { parseArguments, wholeNumber } from '../../test/n8n/parseArguments';
import { Problem } from '../../test/n8n/Problem';
import { randomPng } from '../../test/n8n/randomPng';
import { runCommand } from '../../test/n8n/runCommand';
import { step } from '../step.mjs';
import { setUp, type Started, type StartOptions } from './setUp';

const usage = 'Usage: npm start -- [--once] [--n8n-port 5678] [--sandbox-port 8585]';

function readOptions(): StartOptions {
	const port = { type: 'string' } as const;
	const values = parseArguments(
		{ once: { type: 'boolean', default: false }, 'n8n-port': port, 'sandbox-port': port },
		usage,
	);
	const { once } = values;
	// With --once nobody opens the addresses, so any port will do.
	const portOf = (name: 'n8n-port' | 'sandbox-port', usual: string) =>
		values[name] === undefined && once
			? undefined
			: wholeNumber(values[name] ?? usual, 65_535, usage);
	return { once, n8nPort: portOf('n8n-port', '5678'), sandboxPort: portOf('sandbox-port', '8585') };
}

/** Submits the example's form and checks what reached the sandbox. @throws Problem that says what is wrong */
async function checkOnce({ sandbox, api, examples: { severalFiles } }: Started): Promise<void> {
	const picture = { fileName: 'picture.png', png: randomPng() };
	const submission: Submission = { name: 'Ada Example', phone: '+49 (151) 234-56789', picture };
	const arrival = await step(
		'Submitting the form with a picture, and waiting for the message',
		async () => {
			const { title, message } = await submitForm(severalFiles.formUrl, submission);
			if (title === 'Sent') return await checkArrival(sandbox.url, submission);
			const end = await lastExecution(api, severalFiles.workflow.id);
			throw new Problem(`No message arrived. The form ended with "${title}. ${message}"; ${end}.`);
		},
	);
	const { message, sha256, size } = arrival;
	console.log(`
A message arrived: to ${message.to}, caption ${message.content.media?.caption}
with the picture that was submitted: ${size} bytes, SHA-256 ${sha256}`);
}

/** Prints the addresses and waits until n8n ends, which it should not do by itself. */
async function open({ sandbox, n8n, examples }: Started): Promise<never> {
	console.log(`
The form:     ${examples.severalFiles.formUrl}
The editor:   ${n8n.url}
              log in with ${owner.email} and ${owner.password}; all examples are there
The sandbox:  ${sandbox.url}

Submit the form: its message appears on the sandbox's page.
The same in one node: ${examples.oneNode.formUrl}
A holiday request: ${examples.holiday.formUrl}
  Its question appears on the sandbox's page. Click the link in it to answer.
n8n's log is ${shown(n8n.log)}. Press Ctrl-C to stop everything.`);
	throw new Problem(`${n8n.group.tail()}\nn8n ${await n8n.group.ended}.`);
}

const options = readOptions();
void runCommand(
	async (atEnd) => {
		if (options.once)
			console.log('Starts n8n with this node, and sends a picture by a form: about a minute.');
		const started = await setUp(options, atEnd);
		await (options.once ? checkOnce(started) : open(started));
	},
	options.once ? 1 : 0,
);

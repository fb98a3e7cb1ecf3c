import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IWebhookFunctions } from 'n8n-workflow';

import { takeAnswer } from '../../nodes/MessagingIntegration/question/answer';
import { fieldOf, questionOf } from './support/askedQuestion';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const mebibyte = 2 ** 20;
const fields = Array.from({ length: 100 }, (_, at) => fieldOf('textarea', `f${at}`));

/** Answers a question of its own. @returns the page */
async function answer(nonce: string, text: string): Promise<unknown> {
	const people = [{ to: '1555', nonce }];
	const body = Object.fromEntries(fields.map(({ name }, at) => [name, text + String(at)]));
	const page: unknown[] = [];
	const response = {
		setHeader: () => {},
		writeHead: () => {},
		end: (given: unknown) => void page.push(given),
	};
	const { webhookResponse } = await takeAnswer({
		evaluateExpression: () =>
			JSON.stringify(questionOf('?', { type: 'customForm', fields, buttons: ['Send'], people })),
		getBodyData: () => ({ ...body, answer: 'send' }),
		getNode: () => ({ name: 'Ask', type: 'messagingIntegration' }),
		getQueryData: () => ({ 'form-waiting': nonce }),
		getRequestObject: () => ({ method: 'POST' }),
		getResponseObject: () => response,
		getTimezone: () => 'UTC',
	} as unknown as IWebhookFunctions);
	if (webhookResponse !== undefined) response.end(webhookResponse);
	return page[0];
}

it('100 answers of almost a million characters do not stay in memory, and each is known again', async () => {
	const long = 'x'.repeat(9000);
	const recorded = await answer('first', long);
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	for (let at = 0; at < 100; at++) await answer(`nonce ${at}`, long + String(at));
	collectGarbage();
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * mebibyte);
	expect(await answer('nonce 7', `${long}7`)).toBe(recorded);
	expect(await answer('nonce 7', `${long}8`)).not.toBe(recorded);
});

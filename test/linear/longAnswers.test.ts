// However long an answer of the service or of a person is, it is read in time that grows with it, and does not stay in memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IWebhookFunctions } from 'n8n-workflow';

import { answerOf, takeAnswer } from '../../nodes/MessagingIntegration/question/answer';
import { codeOf, wordsOf } from '../../nodes/MessagingIntegration/service/answer';
import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { fieldOf, questionOf } from '../unit/support/askedQuestion';
import { key } from '../unit/support/outcomes';
import { growsInProportion } from './growsInProportion';

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

it.each([
	['short words', (size: number) => JSON.stringify(Array(Math.floor(size / 8)).fill('ab'))],
	['different words', (size: number) => JSON.stringify(Array.from({ length: size / 8 }, String))],
	['numbers', (size: number) => JSON.stringify(Array(Math.floor(size / 2)).fill(1))],
	['one text', (size: number) => JSON.stringify('a b'.repeat(size / 3))],
	['spaces', (size: number) => JSON.stringify(' '.repeat(size))],
	['backslashes', (size: number) => JSON.stringify('\\'.repeat(size / 2))],
	['titles that never end', (size: number) => '<title '.repeat(size / 7)],
	['titles without words', (size: number) => '<title>'.repeat(size / 7)],
	['tags', (size: number) => '<'.repeat(size)],
	['plain words', (size: number) => 'a '.repeat(size / 2)],
	[
		'long numbers',
		(size: number) =>
			`[${Array(size / 32)
				.fill('1'.repeat(20))
				.join()}]`,
	],
	['levels', (size: number) => '['.repeat(size)],
])('an answer of %s is read and worded in time that grows with it', (_, answer) => {
	const texts = new Map<number, string>();
	const act = (size: number) => {
		const text = texts.get(size) ?? answer(size);
		texts.set(size, text);
		const body = readBody(text, key);
		wordsOf(body);
		codeOf(body);
	};
	expect(growsInProportion(act, 2 ** 21)).toBe(true);
});

it('40 long numbers that end in an x do not block n8n', () => {
	const numbers = Array.from({ length: 40 }, (_, at) => fieldOf('number', `n${at}`));
	const asked = questionOf('?', { type: 'customForm', fields: numbers, buttons: ['Send'] });
	const digits = (count: number) =>
		answerOf(asked, Object.fromEntries(numbers.map(({ name }) => [name, `${'9'.repeat(count)}x`])));
	expect(digits(9998)).toMatchObject({ isSent: true });
	expect(growsInProportion(digits, 9998)).toBe(true);
});

import type { IExecuteFunctions } from 'n8n-workflow';

import { isInFolder } from '../../nodes/MessagingIntegration/n8n/resumeLink';
import { isOnThisMachine } from '../../nodes/MessagingIntegration/n8n/resumeLink';
import { keepQuestion, questionLink } from '../../nodes/MessagingIntegration/question/question';
import { questionOf } from './support/askedQuestion';

const contextWith = (parts: object) => parts as IExecuteFunctions;
const getSignedResumeUrl = (parameters: Record<string, string>) =>
	`https://n8n.example.com/?${new URLSearchParams(parameters).toString()}`;

it('an n8n that cannot sign links is named', () => {
	expect(() => questionLink(contextWith({}), 'nonce')).toThrow(
		expect.objectContaining({ message: 'This version of n8n cannot wait for an answer' }),
	);
});

it('an n8n that checks signatures only on request is asked to', () => {
	const setSignatureValidationRequired = jest.fn();
	const context = contextWith({ getSignedResumeUrl, setSignatureValidationRequired });
	expect(questionLink(context, 'abc')).toBe('https://n8n.example.com/?form-waiting=abc');
	expect(setSignatureValidationRequired).toHaveBeenCalledTimes(1);
});

it('knows whether only this machine can open a link', () => {
	const links = ['http://localhost:5678/', 'http://0.0.0.0:5678/', 'https://n8n.example.com/'];
	expect(links.map(isOnThisMachine)).toEqual([true, true, false]);
});

it.each([
	['https://n8n.example.com/rest', false],
	['https://example.com/n8n/rest', true],
	['http://localhost:5678/n8n/rest', true],
])('knows whether a link contains a folder, which n8n refuses: %s: %s', (url, expected) => {
	expect(isInFolder(contextWith({ getRestApiUrl: () => url }))).toBe(expected);
});

it('a person has the same link when n8n tries a node again, and another one in the next pass of a loop', () => {
	const kept = {};
	const ask = ($runIndex: number) => {
		const parts = { getContext: () => kept, getExecutionId: () => '1' };
		const context = contextWith({ ...parts, getWorkflowDataProxy: () => ({ $runIndex }) });
		return keepQuestion(context, questionOf('?'), ['1555']).people[0]?.nonce;
	};
	const [first, again, next] = [0, 0, 1].map(ask);
	expect(again).toBe(first);
	expect(next).not.toBe(first);
});

import type { INode } from 'n8n-workflow';

import { asNodeError } from '../../nodes/MessagingIntegration/n8n/errors';
import { because, type Failed } from '../../nodes/MessagingIntegration/words/why';

// n8n takes an error with this word for one of an execution that somebody stopped, and offers no retry.
it.each([
	['canceled', true],
	['processEnds', false],
	['workflowTimeout', false],
] as const)(
	'an error of a run that ended because of "%s" has the word "canceled": %s',
	(why, has) => {
		const failure: Failed = { ...because('stopped', { why }), delivery: 'notSent', origin: 'end' };
		const message = `"canceled_invoice": it ended before this item was sent`;
		const error = asNodeError({ name: 'Node' } as INode, { failure, message });
		expect(error.message.includes('canceled')).toBe(has);
	},
);

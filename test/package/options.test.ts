// The options that each operation offers, with their types and defaults.
import { displayParameter, type INodeProperties } from 'n8n-workflow';

import { description } from './built';

const timeout = ['timeout', 'number', 30_000];
const fileName = ['fileName', 'string', ''];
const mimeType = ['mimeType', 'string', ''];
const additionalContent = ['additionalContent', 'json', '{}'];
const concurrency = ['concurrency', 'number', 8];
const limitWaitTime = [
	'limitWaitTime',
	'fixedCollection',
	{ values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
];
const maxTries = ['maxTries', 'number', 3];
const typingFirst = ['typingFirst', 'number', 0];
const validateFirst = ['validateFirst', 'boolean', true];
const pauseBetween = ['pauseBetween', 'fixedCollection', { values: { min: 5, max: 15 } }];
const requestsPerSecond = ['requestsPerSecond', 'number', 0];
const resendWhenUnsure = ['resendWhenUnsure', 'boolean', false];
const sending = [requestsPerSecond, resendWhenUnsure, timeout];
const sendingOnce = [requestsPerSecond, resendWhenUnsure, ['sendOnceKey', 'string', ''], timeout];

it.each<[resource: string, operation: string, offered: unknown[][]]>([
	['instance', 'getAll', [maxTries, ['queryParameters', 'fixedCollection', {}], timeout]],
	['media', 'upload', [concurrency, fileName, maxTries, mimeType, ...sending]],
	[
		'message',
		'send',
		[
			additionalContent,
			concurrency,
			fileName,
			maxTries,
			mimeType,
			pauseBetween,
			...sendingOnce,
			typingFirst,
			validateFirst,
		],
	],
	[
		'message',
		'sendAndWait',
		[
			['commentLabel', 'string', 'Comment (optional)'],
			limitWaitTime,
			maxTries,
			['messageButtonLabel', 'string', 'Answer'],
			['pageLanguage', 'string', 'en'],
			['recordedText', 'string', 'Your answer was recorded. You can close this page.'],
			resendWhenUnsure,
			['responseFormButtonLabel', 'string', 'Send answer'],
			['responseFormDescription', 'string', ''],
			['responseFormTitle', 'string', 'Please answer'],
			timeout,
		],
	],
	['presence', 'typing', [concurrency, maxTries, ...sending]],
	['presence', 'read', [concurrency, maxTries, ...sending]],
])('offers the documented options for %s: %s', (resource, operation, offered) => {
	const chosen = { resource, operation };
	const collection = description.properties.find(
		(property) =>
			property.name === 'options' &&
			displayParameter(chosen, property, { typeVersion: 1 }, description, chosen),
	);
	const choices = (collection?.options ?? []) as INodeProperties[];
	expect(choices.map(({ name, type, default: value }) => [name, type, value])).toEqual(offered);
});

import { keys } from '../../dev/sandbox/accounts';
import { contentTypes } from '../../dev/sandbox/message';
import { runningSandbox, text } from './support/runningSandbox';

const { call, control } = runningSandbox();

const send = (content: unknown, id = 'demo') =>
	call('POST', `/instances/${id}/messages`, { json: { to: '4917', content } });
const media = { url: 'https://files.example/1' };
const contents = Object.fromEntries(
	contentTypes.map((type) => [type, { type, text: 'hello', media }]),
);

it.each(contentTypes)('%s is accepted only by an engine that supports it', async (type) => {
	const accepted = { id: expect.stringMatching(/^msg_/), status: 'accepted' };
	expect(await send(contents[type])).toMatchObject({ status: 202, answer: accepted });
	const message = { instanceId: 'demo', to: '4917', content: contents[type] };
	expect(await control().messages()).toMatchObject([message]);
	const isRefused = ['poll', 'buttons', 'list', 'reaction'].includes(type);
	const refused = { status: 422, answer: { code: 'NOT_SUPPORTED_BY_ENGINE' } };
	const expected = isRefused ? refused : { status: 202 };
	expect(await send(contents[type], 'basic')).toMatchObject(expected);
	expect(await control().messages()).toHaveLength(isRefused ? 1 : 2);
});

const to = '4917';
const storageRef = 'r';

it.each<[what: string, json: unknown]>([
	['no body', undefined],
	['an empty recipient', { ...text, to: '' }],
	['a number as recipient', { ...text, to: 4917 }],
	['content without type', { to, content: { text: 'hello' } }],
	['text without text', { to, content: { type: 'text' } }],
	['a video with two sources', { to, content: { type: 'video', media: { ...media, storageRef } } }],
])('answers 400 to %s', async (_, json) => {
	const refused = { status: 400, answer: { code: 'BadRequest' } };
	expect(await call('POST', '/instances/demo/messages', { json })).toMatchObject(refused);
	expect(await control().messages()).toEqual([]);
});

const basic = { Authorization: `Basic ${keys.all.key}` };

it.each([
	['missing', {}],
	['sent with another scheme', { headers: basic }],
])('a key that is %s gets a 401', async (_, how) => {
	const refused = { status: 401, answer: { code: 'Unauthorized' } };
	expect(await call('GET', '/instances', { key: null, ...how })).toMatchObject(refused);
});

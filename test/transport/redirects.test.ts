import { runningSandbox } from '../sandbox/running-sandbox';
import { ask, key, list, message } from './asking';
import { httpServer } from './http-server';

const { control, url } = runningSandbox();

describe.each([301, 302, 303, 307, 308])('a redirect (%i)', (status) => {
	it.each([
		['list', list],
		['message', message],
	])('of a %s is an answer of its own, and nothing arrives at its target', async (_, request) => {
		const target = await httpServer((_, response) => void response.end('[]'));
		await control().bend({ status, headers: { location: `${target.url}/api/v1/instances` } });
		expect(await ask(url(), { request })).toMatchObject({
			kind: 'answer',
			status,
			headers: { location: `${target.url}/api/v1/instances` },
		});
		expect(target.requests).toEqual([]);
		expect(await control().requests()).toHaveLength(1);
	});
});

it.each([
	['apiKeyHeader', { 'x-api-key': key }],
	['bearer', { authorization: `Bearer ${key}` }],
])('with %s, the key goes in that header and nowhere else', async (authentication, expected) => {
	await ask(url(), { request: message, credential: { authentication } });
	const [entry] = await control().requests();
	expect(entry).toMatchObject({ status: 202, headers: expected });
	const { headers, ...rest } = entry ?? { headers: {} };
	const carriers = Object.entries(headers).filter(([, value]) => value?.includes(key));
	expect(Object.fromEntries(carriers)).toEqual(expected);
	expect(JSON.stringify(rest)).not.toContain(key);
});

it('an echoed key is taken out of the answer', async () => {
	await control().bend({ body: JSON.stringify({ seen: { [key]: `Bearer ${key}` } }) });
	const outcome = await ask(url());
	expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
	expect(JSON.stringify(outcome)).not.toContain(key);
});

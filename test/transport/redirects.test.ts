import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, list, message } from './ask';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

describe.each([301, 302, 303, 307, 308])('a redirect (%i)', (status) => {
	it.each([
		['list', list],
		['message', message],
	])('for a %s is returned, not followed', async (_, request) => {
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

import { request as httpRequest } from 'node:http';
import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { until } from '../until';
import { runningSandbox, text } from './runningSandbox';
import { uploadForm } from './uploadForm';

const { call, control, url } = runningSandbox();

const send = () => call('POST', '/instances/demo/messages', { json: text });
const upload = () => call('POST', '/instances/demo/media', { body: uploadForm('bytes') });

/** Begins a request on its own connection. The caller reads the answer event by event. */
function rawRequest(operation: string, type: string) {
	const headers = { 'x-api-key': keys.all.key, 'content-type': type };
	const options = { method: 'POST', headers, agent: false };
	return httpRequest(`${url()}/api/v1/instances/demo/${operation}`, options).on('error', () => {});
}

function rawSend() {
	const request = rawRequest('messages', 'application/json');
	request.end(JSON.stringify(text));
	return request;
}

const rawUpload = () => rawRequest('media', 'multipart/form-data; boundary=b');

describe('a reset', () => {
	it.each<[fault: Fault, body: unknown, carriedOut: boolean]>([
		[{ reset: 'beforeReading' }, undefined, false],
		[{ reset: 'afterReading' }, text, false],
		[{ reset: 'afterReading', carryOut: true }, text, true],
	])(
		'like %j gives no answer, and logs the body %j; carried out: %s',
		async (fault, body, carriedOut) => {
			await control().bend(fault);
			await expect(send()).rejects.toThrow();
			const [entry] = await control().requests();
			expect(entry).toMatchObject({ operation: 'messages', carriedOut, status: null });
			expect(entry?.body).toEqual(body);
			expect(await control().messages()).toHaveLength(carriedOut ? 1 : 0);
		},
	);
});

it.each([{ hang: true }, { status: 503, delay: 3_600_000 }])(
	'a caller that stops waiting has sent nothing (%j)',
	async (fault) => {
		await control().bend(fault);
		const request = rawSend();
		const answered = jest.fn();
		request.on('response', answered);
		await until('A body', async () => (await control().requests())[0]?.body !== undefined);
		request.destroy();
		await send();
		expect(await control().requests()).toMatchObject([
			{ carriedOut: false, status: null, body: text },
			{ carriedOut: true, status: 202 },
		]);
		expect(answered).not.toHaveBeenCalled();
	},
);

it('an upload that the caller aborts is not carried out', async () => {
	const request = rawUpload();
	request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\nhalf');
	await until('A file', async () => (await control().requests())[0]?.parts?.[0] === 'file');
	request.destroy();
	// Other callers are still served.
	expect(await upload()).toMatchObject({ status: 200 });
	expect(await control().requests()).toMatchObject([{ carriedOut: false }, { carriedOut: true }]);
});

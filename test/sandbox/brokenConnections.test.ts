import { request as httpRequest } from 'node:http';
import { keys } from '../../dev/sandbox/accounts';
import { until } from '../support/until';
import { runningSandbox, text } from './support/runningSandbox';
import { uploadForm } from './support/uploadForm';

const { call, control, url } = runningSandbox();

/** Begins a request on its own connection. The caller reads the answer event by event. */
function rawRequest(operation: string, type: string) {
	const headers = { 'x-api-key': keys.all.key, 'content-type': type };
	const options = { method: 'POST', headers, agent: false };
	return httpRequest(`${url()}/api/v1/instances/demo/${operation}`, options).on('error', () => {});
}

it.each([{ hang: true }, { status: 503, delay: 3_600_000 }])(
	'a caller that stops waiting has sent nothing (%j)',
	async (fault) => {
		await control().bend(fault);
		const request = rawRequest('messages', 'application/json').end(JSON.stringify(text));
		const answered = jest.fn();
		request.on('response', answered);
		await until('A body', async () => (await control().requests())[0]?.body !== undefined);
		request.destroy();
		await call('POST', '/instances/demo/messages', { json: text });
		expect(await control().requests()).toMatchObject([
			{ carriedOut: false, status: null, body: text },
			{ carriedOut: true, status: 202 },
		]);
		expect(answered).not.toHaveBeenCalled();
	},
);

it('an upload that the caller aborts is not carried out', async () => {
	const request = rawRequest('media', 'multipart/form-data; boundary=b');
	request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\nhalf');
	await until('A file', async () => (await control().requests())[0]?.parts?.[0] === 'file');
	request.destroy();
	// Other callers are still served.
	const upload = { body: uploadForm('bytes') };
	expect(await call('POST', '/instances/demo/media', upload)).toMatchObject({ status: 200 });
	expect(await control().requests()).toMatchObject([{ carriedOut: false }, { carriedOut: true }]);
});

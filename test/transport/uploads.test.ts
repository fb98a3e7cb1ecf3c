import { requestFor } from '../../nodes/MessagingIntegration/service/request';
import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask } from './support/ask';
import { fileOf } from './support/fileOf';

const { control, url } = runningSandbox();

/** Uploads a file. @returns the sandbox's log entry for the request */
async function upload(bytes: Uint8Array, fileName = 'photo.png', mimeType = 'image/png') {
	const file = fileOf([bytes], { fileName, mimeType });
	const outcome = await ask(url(), { request: { ...requestFor('upload', 'demo'), file } });
	const entries = await control().requests();
	expect(entries).toHaveLength(1);
	expect(outcome).toMatchObject({
		kind: 'answer',
		status: 200,
		body: { kind: 'json', value: { storageRef: entries[0]?.file?.storageRef } },
	});
	return entries[0];
}

// Escaped the way browsers do it, by the HTML standard.
it.each([
	['größe – 写真 📷.png', 'größe – 写真 📷.png'],
	['semi;colon; name=other; filename=b.png', 'semi;colon; name=other; filename=b.png'],
	['  %22%0D%0A.png', '  %22%0D%0A.png'],
	['x"; name="other', 'x%22; name=%22other'],
	['"\r\nContent-Type: text/html\r\n\r\n<a>', '%22%0D%0AContent-Type: text/html%0D%0A%0D%0A<a>'],
])('the file name %j arrives as %j', async (fileName, arrived) => {
	expect(await upload(Buffer.from('x'), fileName)).toMatchObject({
		parts: ['file'],
		file: { fieldName: 'file', fileName: arrived, mimeType: 'image/png', size: 1 },
	});
});

it.each([
	['image/png', 'image/png'],
	['audio/ogg; codecs=opus', 'audio/ogg'],
	['', 'application/octet-stream'],
	['image/png\r\nX-Evil: 1', 'application/octet-stream'],
])('the MIME type %j arrives as %s', async (mimeType, arrived) => {
	expect(await upload(Buffer.from('x'), 'file', mimeType)).toMatchObject({
		parts: ['file'],
		file: { mimeType: arrived, size: 1 },
	});
});

it('a file with form boundaries in its content arrives whole', async () => {
	const bytes = Buffer.from('\r\n--x--\r\n------formdata-undici-0--\r\n');
	expect(await upload(bytes)).toMatchObject({ parts: ['file'], file: { size: bytes.length } });
});

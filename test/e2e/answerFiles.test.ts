// Files in the answer to a form, in a real n8n and a browser.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { fetchN8n } from '../n8n/fetchN8n';
import { until } from '../support/until';
import { editor } from './support/editor';
import { instanceId, ourNode } from './support/nodes';
import { answered, asked, askNode, start, statusOf } from './support/questions';
import { realN8n } from './support/realN8n';

const folder = mkdtempSync(join(tmpdir(), 'n8n-answers-'));
const n8n = realN8n({ TMPDIR: folder, N8N_FORMDATA_FILE_SIZE_MAX: '1' });
const { visit } = editor(n8n);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const receipt = { fieldLabel: 'Your receipt', fieldType: 'file', multipleFiles: false };
const onForm = (fields: object[]) => ({
	responseType: 'customForm',
	defineForm: 'json',
	jsonOutput: JSON.stringify([{ fieldLabel: 'Name', requiredField: true }, ...fields]),
});
const image = { name: 'Receipt.png', mimeType: 'text/html', buffer: Buffer.from('MZ bytes') };
const described = { filename: image.name, mimetype: 'image/png', size: 8 };

/** What n8n's parser of forms left in its folder for temporary files. */
const temporary = () => readdirSync(folder).filter((name) => /^[\da-z]{25}$/.test(name));
const nothingStays = async () => await until('No temporary files', () => temporary().length === 0);

const askForFile = async (fields: object[] = [receipt]) => {
	const forward = ourNode(n8n(), 'Send', {
		instanceId,
		to: '12025550002',
		contentType: 'document',
		binaryPropertyName: '={{ $json.data["Your receipt"] ? "Your receipt" : "none" }}',
	});
	const { workflow } = await start(n8n(), [askNode(n8n(), onForm(fields)), forward]);
	return { workflow, link: await asked(n8n(), workflow) };
};

it('a photo whose name has no ending is accepted by the type that the browser names', async () => {
	const { workflow, link } = await askForFile([{ ...receipt, acceptFileTypes: 'image/jpg' }]);
	const page = await visit(link);
	await page.getByLabel('Name').fill('Ada');
	const photo = { name: 'photo', mimeType: 'image/jpeg', buffer: Buffer.from('photo') };
	await page.getByLabel('Your receipt').setInputFiles(photo);
	await page.getByRole('button', { name: 'Send answer' }).click();
	await page.getByRole('heading', { name: 'Recorded' }).waitFor();
	expect(await answered(n8n(), workflow)).toMatchObject([
		{ data: { 'Your receipt': { filename: 'photo', mimetype: 'image/jpeg', size: 5 } } },
	]);
});

it('a person on a small phone chooses a file by its label, and Message: Send passes it on', async () => {
	const { workflow, link } = await askForFile([{ ...receipt, acceptFileTypes: 'image/*' }]);
	const page = await visit(link);
	await page.setViewportSize({ width: 360, height: 640 });
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
	// Without the name, the page asks for the file again.
	await page.getByLabel('Your receipt').setInputFiles(image);
	await page.evaluate('document.forms[0].noValidate = true');
	await page.getByRole('button', { name: 'Send answer' }).click();
	await page.getByText('Please choose the file again.').waitFor();
	await page.getByLabel('Name').fill('Ada');
	const box = await page.getByLabel('Your receipt').boundingBox();
	expect(box?.height).toBeGreaterThanOrEqual(44);
	await page.getByLabel('Your receipt').setInputFiles(image);
	await page.getByRole('button', { name: 'Send answer' }).click();
	await page.getByRole('heading', { name: 'Recorded' }).waitFor();
	expect(await answered(n8n(), workflow)).toMatchObject([
		{ data: { Name: 'Ada', 'Your receipt': described } },
	]);
	const [, sent] = await n8n().sandbox.messages();
	expect(sent).toMatchObject({ to: '12025550002', content: { type: 'document' } });
	const uploads = (await n8n().sandbox.requests()).filter(({ file }) => file);
	expect(uploads.map(({ file }) => file)).toMatchObject([{ fileName: image.name, size: 8 }]);
	await nothingStays();
});

it('a file can be left out', async () => {
	const several = { fieldLabel: 'Pictures', fieldType: 'file', multipleFiles: true };
	const { workflow, link } = await askForFile([receipt, several]);
	const page = await visit(link);
	await page.getByLabel('Name').fill('Ada');
	const pictures = [image, { ...image, name: 'b.png' }];
	await page.getByLabel('Pictures').setInputFiles(pictures);
	await page.getByRole('button', { name: 'Send answer' }).click();
	await page.getByRole('heading', { name: 'Recorded' }).waitFor();
	await until('The end', async () => (await statusOf(n8n(), workflow)) === 'error');
	await nothingStays();
});

const entries = (name: string, bytes: string | Buffer = 'bytes', fileName = 'a.png') => {
	const body = new FormData();
	body.append('f0', name);
	body.append('f1', new File([bytes], fileName));
	body.append('answer', 'send');
	return body;
};
const post = async (
	link: string,
	body: RequestInit['body'],
	headers: Record<string, string> = {},
) => {
	const response = await fetchN8n(link, { method: 'POST', body, headers });
	return `${response.status} ${await response.text()}`;
};

/** Sends the beginning of a form with a file by hand, and hangs up or waits for the answer. */
async function byHand(link: string, method: string, fileName: string, isCut: boolean) {
	const { port, pathname, search } = new URL(link);
	const head = `--x\r\nContent-Disposition: form-data; name="f1"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`;
	const body = `${head}${'bytes'.repeat(1000)}${isCut ? '' : '\r\n--x--\r\n'}`;
	const socket = connect(Number(port), '127.0.0.1');
	socket.write(
		`${method} ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length + (isCut ? 100 : 0)}\r\n\r\n${body}`,
	);
	if (!isCut) return await text(socket);
	await until('A temporary file', () => temporary().length > 0);
	socket.destroy();
	return '';
}

it('nothing stays on the disk after a hundred answers of each kind, and none has a stack trace', async () => {
	const { workflow, link } = await askForFile();
	const large = Buffer.alloc(1_100_000);
	const json = { 'content-type': 'application/json' };
	const forged = { data: { f0: 'Ada', answer: 'send' }, files: { f1: { filepath: __filename } } };
	const kinds: Record<string, [RegExp, () => Promise<string>]> = {
		refused: [/^400 [^]*choose the file again/, async () => await post(link, entries(''))],
		'too large': [
			/^413 .*exceeds the allowed size/,
			async () => await post(link, entries('', large)),
		],
		forged: [/^415 /, async () => await post(link, JSON.stringify(forged), json)],
		'a preview': [/^HTTP\/1.1 200 /, async () => await byHand(link, 'GET', 'a', false)],
		'a name': [/^HTTP\/1.1 400 /, async () => await byHand(link, 'POST', '../../a', false)],
	};
	for (const [kind, [expected, send]] of Object.entries(kinds)) {
		for (let count = 0; count < 100; count++) {
			const said = await send();
			expect([kind, said]).toEqual([kind, expect.stringMatching(expected)]);
			expect(said).not.toMatch(/ at .*\.js:\d+/);
		}
		await nothingStays();
	}
	for (let count = 0; count < 3; count++) await byHand(link, 'POST', 'a', true);
	await nothingStays();
	expect(await statusOf(n8n(), workflow)).toBe('waiting');
	expect(await post(link, entries('Ada'))).toContain('Your answer was recorded');
	for (let count = 0; count < 100; count++) await post(link, entries('Late'));
	expect(await answered(n8n(), workflow)).toMatchObject([{ data: { Name: 'Ada' } }]);
	for (let count = 0; count < 100; count++) await post(link, entries('Late'));
	await nothingStays();
});

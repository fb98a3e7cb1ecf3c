// Files in the answer to a form: what comes out, what is refused, and that nothing stays on the disk.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { until } from '../support/until';
import { message } from './support/parameters';
import {
	type AskedQuestion,
	form,
	question,
	questionsOnSandbox,
} from './support/questionsOnSandbox';

const { n8n, ask, visit, execute, requestedTexts, noFilesLeft } = questionsOnSandbox();

const send = { answer: 'send' };
/** As JSON, because the editor keeps only the fields that it shows. */
const asJson = (...fields: object[]) =>
	form([], { defineForm: 'json', jsonOutput: JSON.stringify(fields) });
const name = { fieldLabel: 'Name', requiredField: true };
const fileField = (fields: object = {}) => ({
	fieldLabel: 'Receipt',
	fieldType: 'file',
	...fields,
});
const oneFile = fileField({ multipleFiles: false });
const file = (fileName: string, bytes = 'bytes', type = 'text/html') =>
	new File([bytes], fileName, { type });
const described = (filename: string, mimetype: string, size = 5) => ({ filename, mimetype, size });
const askForFiles = async (...fields: object[]) => await ask(form([name, ...fields]));
/** What n8n's store of binary data contains, without the descriptions beside the files. */
const stored = () =>
	readdirSync(join(String(process.env.N8N_USER_FOLDER), 'binary'), {
		recursive: true,
		withFileTypes: true,
	}).filter((entry) => entry.isFile());

afterEach(noFilesLeft);

it('a file comes out under the name of n8n’s own forms, and they describe it', async () => {
	const asked = await ask(form([{ ...oneFile, fieldLabel: 'Your receipt' }]));
	const { data, binary } = await visit(asked, { ...send, f0: file('Ada.PDF') });
	expect(data).toMatchObject({ 'Your receipt': described('Ada.PDF', 'application/pdf') });
	expect(binary).toEqual({
		Your_receipt: expect.objectContaining({
			fileName: 'Ada.PDF',
			mimeType: 'application/pdf',
			bytes: 5,
			id: expect.stringMatching(/^filesystem-v2:workflows\/workflow\/executions\//),
		}),
	});
});

it.each([
	[
		[file('a.png'), file('b.png')],
		['Receipt_0', 'Receipt_1'],
	],
	[[file('a.png')], ['Receipt']],
	[[], undefined],
])('several files are numbered, one is not, and none is null', async (files, names) => {
	const { data, binary } = await visit(await askForFiles(fileField({ multipleFiles: true })), {
		...send,
		f0: 'Ada',
		f1: files.length > 0 ? files : new File([], ''),
	});
	const all = files.map((one) => described(one.name, 'image/png'));
	expect(data?.Receipt).toEqual(names ? all : null);
	expect(binary && Object.keys(binary)).toEqual(names);
});

it.each<[string, object, Array<File | string>, string]>([
	['no file', { requiredField: true }, [new File([], '')], 'Please fill this in.'],
	[
		'no file, if a spreadsheet requires it',
		{ requiredField: "={{ 'TRUE' }}" },
		[new File([], '')],
		'Please fill this in.',
	],
	['a text', { requiredField: true }, ['text'], 'Please fill this in.'],
	['two files', {}, [file('a.png'), file('b.png')], 'Please choose 0–1.'],
	['50 files', {}, Array.from({ length: 50 }, () => file('a.png')), 'Please choose 0–1.'],
])('the server checks the number of files: %s', async (_, fields, files, said) => {
	const asked = await askForFiles({ ...oneFile, ...fields });
	const { status, page, data } = await visit(asked, { ...send, f0: 'Ada', f1: files });
	expect([status, data]).toEqual([400, undefined]);
	expect(page.match(/class="problem"/g)).toHaveLength(1);
	expect(page).toContain(said);
	expect(page).toContain('value="Ada"');
});

it.each<[string, object, string, File[]]>([
	['a photo that a phone has not loaded', { requiredField: true }, 'en', [file('IMG.HEIC', '')]],
	['in a field that need not be filled in', {}, 'en', [file('IMG.HEIC', '')]],
	['one of two', { multipleFiles: true }, 'en', [file('a.png'), file('b.png', '')]],
	['of another type than asked for', { acceptFileTypes: '.pdf' }, 'en', [file('a.png', '')]],
	['on a German page', { requiredField: true }, 'de', [file('IMG.HEIC', '')]],
])(
	'a chosen file of 0 bytes brings the page again, which says so: %s',
	async (_, fields, pageLanguage, files) => {
		const asked = await ask(form([name, { ...oneFile, ...fields }], { options: { pageLanguage } }));
		const { status, page, data } = await visit(asked, { ...send, f0: 'Ada', f1: files });
		expect([status, data]).toEqual([400, undefined]);
		expect(page.match(/class="problem"/g)).toHaveLength(1);
		expect(page).toContain(pageLanguage === 'de' ? 'Die Datei ist leer.' : 'The file is empty.');
		expect((await visit(asked, { ...send, f0: 'Ada', f1: file('a.pdf') })).status).toBe(200);
	},
);

it('if something else is wrong, the page says that the file has to be chosen again', async () => {
	const asked = await askForFiles(oneFile);
	const { page } = await visit(asked, { ...send, f1: file('a.png') });
	expect(page.match(/class="problem"/g)).toHaveLength(2);
	expect(page).toContain('Please choose the file again.');
	expect((await visit(asked, { ...send, f0: 'Ada', f1: file('a.png') })).status).toBe(200);
});

it.each([
	['two different files of one name and size', 'other', 409, 'The first answer counts'],
	['the same file twice', 'bytes', 200, 'Your answer was recorded'],
])('whoever sends %s at the same moment is told what was kept', async (_, bytes, status, words) => {
	const asked = await askForFiles(oneFile);
	const { end } = n8n;
	n8n.answers = 0;
	let isOver = () => {};
	const wait = new Promise<void>((resolve) => (isOver = resolve));
	n8n.end = async (response, page) => {
		await wait;
		response.end(page);
	};
	const answers = ['bytes', bytes].map(
		async (content) => await visit(asked, { ...send, f0: 'Ada', f1: file('a.png', content) }),
	);
	await until('Both answers', () => n8n.answers === 2);
	isOver();
	const pages = await Promise.all(answers);
	n8n.end = end;
	const [first, second] = pages.sort((one, other) => one.status - other.status);
	expect([first?.status, second?.status]).toEqual([200, status]);
	expect(first?.page).toContain('Your answer was recorded');
	expect(second?.page).toContain(words);
});

it('an answer that did not arrive whole does not count, as n8n 1 passes one on', async () => {
	const asked = await askForFiles(oneFile);
	const { status, page } = await visit(asked, { f0: 'Ada', f1: file('a.png') });
	expect(status).toBe(400);
	expect(page).toContain('did not arrive completely');
});

it.each([
	['../../etc/passwd', 'passwd', 'application/octet-stream'],
	['..', 'file', 'application/octet-stream'],
	['C:\\x\\a"b.png', 'a"b.png', 'image/png'],
	['a\r\nSet-Cookie: b.png', 'aSet-Cookie: b.png', 'image/png'],
	['photo\u202Egnp.exe', 'photognp.exe', 'application/octet-stream'],
	[`${'\u{1F4AC}'.repeat(5000)}.png`, `${'\u{1F4AC}'.repeat(50)}.png`, 'image/png'],
	[`a.${'x'.repeat(5000)}`, `a.${'x'.repeat(5000)}`.slice(0, 50), 'application/octet-stream'],
])('a name leads nowhere else, and gives the type: %j', async (given, fileName, type) => {
	const asked = await ask(form([oneFile]));
	// FormData of a browser escapes what a person can send by hand.
	n8n.fileName = given;
	const { data, binary } = await visit(asked, { ...send, f0: file('any', 'MZ program') });
	n8n.fileName = undefined;
	expect(data?.Receipt).toEqual(described(fileName, type, 10));
	expect(binary?.Receipt?.mimeType).toBe(type);
});

it('a file without a name is a file', async () => {
	const asked = await ask(form([oneFile]));
	n8n.fileName = '';
	const { data, binary } = await visit(asked, { ...send, f0: file('any', 'MZ program') });
	n8n.fileName = undefined;
	expect(data?.Receipt).toEqual(described('file', 'application/octet-stream', 10));
	expect(binary).toHaveProperty('Receipt');
});

it('JSON cannot name a file of the machine', async () => {
	const asked = await askForFiles(oneFile);
	const filepath = join(String(process.env.N8N_USER_FOLDER), 'secret');
	writeFileSync(filepath, 'secret');
	const forged = { filepath, originalFilename: 'a', mimetype: 'text/plain', size: 1 };
	const body = JSON.stringify({ data: { ...send, f0: 'Ada' }, files: { f1: forged } });
	const { data, binary } = await visit(asked, body);
	expect([data?.Receipt, binary]).toEqual([null, undefined]);
	expect(existsSync(filepath)).toBe(true);
});

describe('nothing stays on the disk after a hundred', () => {
	const sent = { ...send, f0: 'Ada', f1: file('a.png') };
	const answered = async (asked: AskedQuestion) => {
		await visit(asked, sent);
		return asked;
	};

	it.each<[string, () => Promise<AskedQuestion>, Parameters<typeof visit>[1]]>([
		['refused answers', async () => await askForFiles(oneFile), { ...sent, f0: '' }],
		['second clicks', async () => await answered(await askForFiles(oneFile)), sent],
		['late answers', async () => await answered(await askForFiles(oneFile)), { ...sent, f0: 'B' }],
		['answers to an approval', async () => await ask(question()), { f0: file('a.png') }],
		['files that nobody asked for', async () => await ask(form([name])), { f9: file('a'), f0: '' }],
	])('%s', async (_, begin, answer) => {
		const asked = await begin();
		const before = stored().length;
		for (let count = 0; count < 100; count++) await visit(asked, answer);
		expect(stored()).toHaveLength(before);
	});

	it('previews of an earlier question with a body, and of one that was stopped', async () => {
		const asked = await askForFiles(oneFile);
		const earlier = { ...(await askForFiles(oneFile)), links: asked.links };
		const before = stored().length;
		for (let count = 0; count < 100; count++) expect((await visit(earlier, sent)).status).toBe(410);
		expect(stored()).toHaveLength(before);
	});

	it('answers that n8n does not take, for example because the execution was stopped', async () => {
		const asked = await askForFiles(oneFile);
		const before = stored().length;
		const { end } = n8n;
		n8n.end = (response) => response.json({});
		for (let count = 0; count < 100; count++) expect((await visit(asked, sent)).status).toBe(409);
		n8n.end = end;
		await until('No copies', () => stored().length === before);
		expect((await visit(asked, sent)).status).toBe(200);
		expect(stored()).toHaveLength(before + 2);
	});
});

it.each(['Your receipt', '={{ $json.data["Your receipt"] }}', '', 'Your_receipt'])(
	'Message: Send takes the file of an answer like that of a form: %s',
	async (binaryPropertyName) => {
		const described = { filename: 'a.pdf', mimetype: 'application/pdf', size: 5 };
		const item = {
			json: { data: { 'Your receipt': described } },
			binary: { Your_receipt: { bytes: Buffer.from('bytes'), fileName: 'a.pdf' } },
		};
		const parameters = message('document', { binaryPropertyName });
		const { items } = await execute({ items: [item], parameters });
		expect(items[0]?.json.fileName).toBe('a.pdf');
	},
);

it('a hidden field comes out as it was, and is on no page', async () => {
	const hidden = { fieldType: 'hiddenField', fieldName: 'order', fieldValue: '={{ $json.id }}' };
	const asked = await ask(form([name, hidden]), { items: [{ json: { id: 'A<7>' } }] });
	expect((await visit(asked)).page).not.toContain('A&#60;7');
	const { data } = await visit(asked, { ...send, f0: 'Ada', f1: 'B', order: 'C' });
	expect(data).toMatchObject({ Name: 'Ada', order: 'A<7>' });
});

const options = { values: [{ option: 'a' }, { option: 'b' }, { option: 'c' }] };
const boxes = { fieldLabel: 'With', fieldType: 'checkbox', fieldOptions: options };
const exact = { limitSelection: 'exact', numberOfSelections: 2 };
const range = { limitSelection: 'range', minSelections: '1', maxSelections: 2 };

it.each([
	[{ ...boxes, ...exact }, ['a'], 'Please choose 2.'],
	[{ ...boxes, ...exact }, [], 'Please choose 2.'],
	// One box, posted twice.
	[{ ...boxes, ...exact }, ['a', 'a'], 'Please choose 2.'],
	[{ ...boxes, ...range }, ['a', 'b', 'c'], 'Please choose 1–2.'],
	[{ ...boxes, ...range, requiredField: true }, [], 'Please choose from these.'],
	[{ ...boxes, ...range, fieldType: 'dropdown', multiselect: true }, [], 'Please choose 1–2.'],
])('the server checks how many were chosen: %j', async (field, chosen, said) => {
	const asked = await ask(asJson(field));
	const { page, data } = await visit(asked, { ...send, f0: chosen });
	expect(data).toBeUndefined();
	expect(page).toContain(said);
	expect((await visit(asked, { ...send, f0: ['a', 'b'] })).data?.With).toEqual(['a', 'b']);
});

it.each<[object[], string]>([
	[[{ ...boxes, ...exact, numberOfSelections: 4 }], 'The limits of the field "With" cannot be met'],
	[[{ ...boxes, ...range, minSelections: 3 }], 'The limits of the field "With" cannot be met'],
	[[{ ...boxes, limitSelection: 'some', minSelections: 0.5 }], 'The limits of the field "With"'],
	[
		[fileField(), fileField({ fieldLabel: 'Receipt 1' })],
		'Two fields of the form have the name "Receipt"',
	],
	[
		[fileField({ fieldLabel: '\u7968' }), fileField({ fieldLabel: '\u56FE' })],
		'Two fields of the form have the name "_"',
	],
	[[fileField({ fieldLabel: '--proto--' })], 'The name "--proto--" cannot be used'],
	[[{ fieldType: 'hiddenField', fieldValue: 'x' }], 'Field 1 of the form has no label'],
])('what cannot be asked fails before anything is sent: %j', async (fields, said) => {
	const { error } = await execute({ parameters: asJson(...fields) });
	expect(error?.message).toContain(said);
	expect(await requestedTexts()).toEqual([]);
});

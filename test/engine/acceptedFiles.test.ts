// Which files a form takes: "Accepted File Types".
import { form, questionsOnSandbox } from './support/questionsOnSandbox';

const { ask, visit, execute, requestedTexts, noFilesLeft } = questionsOnSandbox();

const send = { answer: 'send' };
const asking = (acceptFileTypes: string) =>
	form([{ fieldLabel: 'Receipt', fieldType: 'file', multipleFiles: false, acceptFileTypes }]);
const askFor = async (acceptFileTypes: string) => await ask(asking(acceptFileTypes));
const file = (fileName: string, type = '') => new File(['bytes'], fileName, { type });

afterEach(noFilesLeft);

it.each([
	['another ending', '.jpg, PNG', file('a.gif'), '.jpg, .png.'],
	['another type', 'image/*', file('a.pdf', 'image/png'), 'pictures.'],
	['an unknown ending', 'image/*', file('a.php5', 'image/png'), 'pictures.'],
	['a blank behind the ending', 'image/*', file('a.exe ', 'image/png'), 'pictures.'],
	['no ending', 'image/png, .pdf', file('a', 'image/gif'), '.png, .pdf.'],
	['a page without an ending', 'text/html', file('a', 'text/html'), '.html.'],
	['a page that is called like an ending', 'text/html', file('html', 'text/html'), '.html.'],
	['a drawing that can run', 'image', file('a', 'image/svg+xml'), 'pictures.'],
	['unknown bytes', '.bin, .exe, application/x-msdownload', file('a.foo'), '.bin, .exe'],
])('the server refuses a file of another kind: %s', async (_, acceptFileTypes, given, said) => {
	const asked = await askFor(acceptFileTypes);
	const { status, page, data } = await visit(asked, { ...send, f0: given });
	expect([status, data]).toEqual([400, undefined]);
	expect(page).toContain(said);
});

it.each([
	['.jpg, .png', 'a.PNG'],
	['*.png', 'a.png'],
	['image/*', 'a.heic'],
	['application/pdf,', 'a.pdf'],
	['*/*', 'a'],
	['', 'a.exe'],
	['image/png, *', 'a.exe'],
	['*.*', 'a'],
	['image/jpg', 'photo.jpg'],
	['image/jpg', 'photo.JPEG'],
	['image/pjpeg', 'photo.jfif'],
	['.jpg', 'photo.jfif'],
	['audio/mp3', 'a.mp3'],
	['audio/x-wav', 'a.wav'],
	['audio/m4a', 'a.m4a'],
	['text/xml', 'a.xml'],
	['application/x-zip-compressed', 'a.zip'],
	['application/x-msdownload', 'a.exe'],
	['.jpg', 'a.jpeg'],
	['jpeg', 'a.jpg'],
	['.htm', 'a.html'],
	['image', 'a.heic'],
	['Text', 'a.csv'],
	['.cr2', 'a.CR2'],
	['.tar.gz', 'a.tar.gz'],
	['application/octet-stream', 'a.foo'],
	['image/jpeg;q=1', 'a.jpg'],
])('a file of an accepted kind is taken: %j takes %s', async (acceptFileTypes, fileName) => {
	const asked = await askFor(acceptFileTypes);
	const { status } = await visit(asked, { ...send, f0: file(fileName) });
	expect(status).toBe(200);
});

it.each([
	['image/*', 'image/png', 'image/png'],
	['image/png', 'image/png', 'image/png'],
	['.jpeg', 'image/jpg', 'image/jpeg'],
	['audio/mp3', 'audio/mpeg', 'audio/mpeg'],
	['', 'video/quicktime', 'video/quicktime'],
	['', 'text/html', 'application/octet-stream'],
])(
	'%s takes a photo without an ending by the type of its request: %s',
	async (types, sent, type) => {
		const asked = await askFor(types);
		const photo = file('Photo 7', sent);
		const { data, binary } = await visit(asked, { ...send, f0: photo });
		expect(data?.Receipt).toEqual({ filename: 'Photo 7', mimetype: type, size: 5 });
		expect(binary?.Receipt?.mimeType).toBe(type);
	},
);

it.each([
	['.pdf', 'Invoice', 'application/pdf'],
	['application/pdf', 'Invoice No. 17', 'application/pdf'],
	['.jpg', 'Photo 12.05.2026', 'image/jpeg'],
])('%s takes %j, which has no ending, by the type of its request', async (types, name, sent) => {
	const { data } = await visit(await askFor(types), { ...send, f0: file(name, sent) });
	expect(data?.Receipt).toMatchObject({ filename: name, mimetype: sent });
});

it.each(['a.exe', 'a.exe.'])('.pdf takes no program that is called a PDF: %s', async (name) => {
	const asked = await askFor('.pdf');
	const { status } = await visit(asked, { ...send, f0: file(name, 'application/pdf') });
	expect(status).toBe(400);
});

it('a browser offers all files that are accepted', async () => {
	const acceptFileTypes = '.htm, image/jpg, audio';
	const { page } = await visit(await askFor(acceptFileTypes));
	const [, offered = ''] = /accept="([^"]+)"/.exec(page) ?? [];
	const expected = ['.htm', '.html', 'image/jpg', '.jpg', '.jpeg', 'audio/*'];
	expect(offered.split(',')).toEqual(expect.arrayContaining(expected));
});

it.each([
	...[
		'images',
		'image/jpgg',
		'image/',
		'/png',
		'images/*',
		'image/*/*',
		'image/jpeg/png',
		'foo/bar',
	],
	...[
		'.',
		'..jpg',
		'.jpg;.png',
		'.jpg/.png',
		'"image/*"',
		'multipart/form-data',
		'*jpg',
		'application/*;.pdf',
		'application/x.pdf',
	],
	...[`.${'x'.repeat(60)}`, '.jpg\u200f', 'cr2', 'application/nothing'],
])('an entry that no file can match fails before the question is sent: %s', async (entry) => {
	const { error } = await execute({ parameters: asking(`.pdf, ${entry}`) });
	expect(error?.message).toContain('The file type "');
	expect(error?.message).toContain('" of the field "Receipt" cannot be used');
	expect(await requestedTexts()).toEqual([]);
});

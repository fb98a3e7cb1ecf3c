import { check } from '../../nodes/MessagingIntegration/api/failure';
import { content } from '../../nodes/MessagingIntegration/parameters/content';
import { refusalOf } from './refusalOf';

const [caption, mediaUrl, storageRef] = [
	content.caption.rule,
	content.mediaUrl.rule,
	content.storageRef.rule,
];

it.each([
	['https', 'https://example.com/photo.png'],
	['http', 'http://example.com/photo.png'],
	['upper case', 'HTTPS://EXAMPLE.COM/A.PNG'],
	['a query and a fragment', 'https://example.com/a?sig=%2F&x=1#page=2'],
	['non-ASCII letters', 'https://bücher.example/größe.png'],
])('keeps a media URL unchanged: %s', (_, url) => {
	expect(check(mediaUrl, url)).toBe(url);
});

it('trims spaces around a media URL', () => {
	expect(check(mediaUrl, ' https://example.com/a.png\n')).toBe('https://example.com/a.png');
});

it.each([
	['nothing', undefined],
	['null', null],
	['an empty text', ''],
	['spaces', '  '],
])('says that a media URL is empty: %s', (_, value) => {
	expect(refusalOf(() => check(mediaUrl, value))).toMatchObject({
		message: 'The media URL is empty',
		description: 'Enter the address of the file in the parameter "Media URL".',
	});
});

it.each([
	['a path', '/files/photo.png'],
	['no scheme', 'example.com/photo.png'],
	['a local file', 'file:///etc/passwd'],
	['a script', 'javascript:alert(1)'],
	['a data URL', 'data:image/png;base64,AA=='],
	['ftp', 'ftp://example.com/a.png'],
	['no host', 'https://'],
	['a number', 5],
])('says what a media URL must be: %s', (_, value) => {
	expect(refusalOf(() => check(mediaUrl, value))).toMatchObject({
		message: 'The media URL is not a web address',
		description: expect.stringMatching(/"Media URL" needs .*https:\/\/ or http:\/\/\.$/),
		delivery: 'notSent',
	});
});

it.each([
	['a reference that looks like a path', 'uploads/2024/a b.png'],
	['a reference that begins and ends with a space', ' ref '],
])('keeps a storage reference unchanged: %s', (_, reference) => {
	expect(check(storageRef, reference)).toBe(reference);
});

it.each([
	['nothing', undefined, 'empty'],
	['an empty text', '', 'empty'],
	['spaces', ' ', 'empty'],
	['an object', {}, 'an object instead of text'],
])('refuses a storage reference and says where to get one: %s', (_, value, fault) => {
	expect(refusalOf(() => check(storageRef, value))).toMatchObject({
		message: `The storage reference is ${fault}`,
		description: expect.stringMatching(
			/^Enter the storageRef from Media: Upload .*"Storage Reference"/,
		),
	});
});

it.each([
	['words', 'Our office ', 'Our office '],
	['a number', 3, '3'],
	['nothing', undefined, undefined],
	['null', null, undefined],
	['an empty text', '', undefined],
	['spaces', ' \n', undefined],
])('accepts a caption, which is optional: %s', (_, given, sent) => {
	expect(check(caption, given)).toBe(sent);
});

it.each([
	['an object', {}],
	['an empty list', []],
	['false', false],
])('refuses a caption that is not text: %s', (kind, value) => {
	expect(refusalOf(() => check(caption, value))).toMatchObject({
		message: `The caption is ${kind} instead of text`,
		description: 'Enter text in the parameter "Caption".',
	});
});

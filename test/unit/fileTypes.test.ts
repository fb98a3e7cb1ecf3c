import mime from 'mime';

import {
	areAccepted,
	canMatch,
	entriesIn,
} from '../../nodes/MessagingIntegration/question/fileTypes';

const { extensions } = mime._getTestState();
const file = (name: string) => ({
	path: '',
	name,
	size: 1,
	mimeType: mime.getType(name) ?? 'application/octet-stream',
});

it('each type that is known can be entered, and takes the files with its endings', () => {
	for (const type of extensions.keys()) {
		expect([type, canMatch(type)]).toEqual([type, true]);
		const files = [...(mime.getAllExtensions(type) ?? [])].map((end) => file(`a.${end}`));
		expect([type, areAccepted(files, entriesIn(type))]).toEqual([type, true]);
	}
	expect(extensions.size).toBeGreaterThan(500);
});

it('a file of one of several types is taken, also if its name ends in something else', () => {
	const photo = { ...file('photo.tmp'), mimeType: 'image/png' };
	expect(areAccepted([photo], ['application/pdf', 'image/png'])).toBe(true);
	expect(areAccepted([photo], ['application/pdf', 'image/*'])).toBe(true);
	expect(areAccepted([photo], ['application/pdf', 'image/jpeg'])).toBe(false);
});

it('only the type of all bytes takes a file of which nothing is known', () => {
	const taking = [...extensions.keys()].filter((type) => areAccepted([file('a.none')], [type]));
	expect(taking).toEqual(['application/octet-stream']);
});

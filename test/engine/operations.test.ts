import { indications } from '../../dev/sandbox/message';
import { deliveryOnSandbox, itemsTo, texts } from './support/deliveryOnSandbox';
import { anyText } from './support/matchers';
import { message, photo, presence, text, upload } from './support/parameters';

const { requests, control, execute } = deliveryOnSandbox();

it('a text needs only an instance, a recipient and the text, which is sent exactly as typed', async () => {
	const words = ' two\nlines, “quotes”, 🙂 and {braces} ';
	const { items } = await execute({ parameters: { ...text, text: words } });
	const json = { id: anyText, status: 'accepted', to: '12025554567' };
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(await requests()).toMatchObject([
		{
			method: 'POST',
			path: '/api/v1/instances/demo/messages',
			headers: { 'content-type': 'application/json' },
			query: {},
			body: { to: '12025554567', content: { type: 'text', text: words } },
			carriedOut: true,
		},
	]);
});

it('a file is uploaded as a single part named "file", and its storageRef is returned', async () => {
	const { items } = await execute({ items: [{ binary: { data: photo } }], parameters: upload });
	const [request] = await requests();
	expect(request).toMatchObject({
		method: 'POST',
		path: '/api/v1/instances/demo/media',
		parts: ['file'],
		carriedOut: true,
	});
	expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
	expect(request?.headers).not.toHaveProperty('transfer-encoding');
	expect(Number(request?.headers['content-length'])).toBeGreaterThan(photo.bytes.length);
	expect(items).toEqual([
		{ json: { storageRef: request?.file?.storageRef }, pairedItem: { item: 0 } },
	]);
	expect(request?.file?.storageRef).toBeTruthy();
});

it.each(indications)('a %s indication has no body', async (operation) => {
	const { items } = await execute({ parameters: presence(operation) });
	expect(items).toEqual([{ json: { success: true }, pairedItem: { item: 0 } }]);
	const [request, ...more] = await requests();
	expect(more).toEqual([]);
	expect(request).toMatchObject({
		method: 'POST',
		path: `/api/v1/instances/demo/${operation}`,
		carriedOut: true,
	});
	expect(request?.body ?? undefined).toBeUndefined();
	expect(request?.headers['content-length'] ?? '0').toBe('0');
	expect(request?.headers).not.toHaveProperty('content-type');
});

it('the content type and the media source can be expressions, and the parameters of the other types stay empty', async () => {
	const url = 'https://example.com/a.png';
	const parameters = message('={{ $json.type }}', {
		text: '={{ $json.text }}',
		mediaSource: '={{ $json.source }}',
		mediaUrl: '={{ $json.url }}',
	});
	const image = { json: { type: 'image', source: 'url', url } };
	await execute({ items: [image, { json: { type: 'text', text: 'hello' } }], parameters });
	await execute({ items: [image], parameters: { ...parameters, text: '', mediaUrl: url } });
	const sent = { type: 'image', media: { url } };
	expect((await control().messages()).map(({ content }) => content)).toEqual([
		...[sent, { type: 'text', text: 'hello' }, sent],
	]);
});

it.each([
	['{"id":"m1"}', { id: 'm1', to: '12025550101' }],
	['{"to":"somebody"}', { to: 'somebody' }],
])('an output item has the recipient as it was sent, and the answer: %s', async (body, json) => {
	await control().bend({ path: '/messages$', status: 200, body, carryOut: true });
	const { items } = await execute({ items: itemsTo(['+1 202 555-0101']), parameters: texts() });
	expect(items.map((item) => item.json)).toEqual([json]);
});

import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { control, failureOf, requests, run, sentBody } = engineOnSandbox();

it.each([
	'12025554567',
	'+12025554567',
	'+1 (202) 555-4567',
	'+1.202.555.4567',
	' 00 1 202\u00a0555 4567 ',
])('the phone number "%s" is sent as digits only', async (to) => {
	await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: '12025554567' });
});

it.each([
	'alice@example.com',
	'120363-1555@group',
	'+1 555 CALL-ME',
	'user.name (work)',
	'00-11-aa',
	'-1001234567890',
])('the recipient "%s" is sent unchanged', async (to) => {
	await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to });
});

it('the ID of a group is sent without the spaces and line break around it', async () => {
	const items = [{ json: { to: ' 1203630@g.us\n' } }];
	await run({ items, parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: '1203630@g.us' });
});

it.each([
	['={{ $json.phone }}', {}],
	['=+{{ $json.phone }}', {}],
	['=+{{ $json.phone }}', { phone: null }],
	['=00{{ $json.phone }}', { phone: '' }],
	['=+{{ $json.phone }}', { phone: { value: 4915 } }],
	['={{ $json.phone }}', { phone: '\u200b' }],
])('%s with %j is refused before anything is sent', async (to, json) => {
	const { error } = await failureOf({ items: [{ json }], parameters: { ...text, to } });
	expect(error).toMatch(/^The recipient (is empty|contains an object)/);
	expect(await requests()).toEqual([]);
});

it('a recipient can be a number from the input', async () => {
	await run({
		items: [{ json: { to: 12025554567 } }],
		parameters: { ...text, to: '={{ $json.to }}' },
	});
	expect(await sentBody()).toMatchObject({ to: '12025554567' });
});

it.each([
	['non-breaking dashes', '+1 202\u2011555\u20114567', '12025554567'],
	['invisible characters from an address book', '\u202a+1 202 555 4567\u202c\u200b', '12025554567'],
	[
		'a (0) after the country code that is only dialled nationally',
		'+49 (0)151 2345678',
		'491512345678',
	],
	['a (0) that belongs to the number, as in Italy', '+39 (0)6 1234567', '39061234567'],
	['a leading 00', '0049 170 1', '491701'],
	['a comma after it', '491711234567,', '491711234567'],
	['the apostrophe of a spreadsheet', "'491711234567", '491711234567'],
	['Arabic digits', '+٤٩ ١٧١ ١٢٣٤٥٦٧', '491711234567'],
	['the prefix tel:', 'tel:+49-151-2345678', '491512345678'],
])('a phone number with %s is sent as its digits', async (_, to, sent) => {
	await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: sent });
});

it('several recipients in one value are refused, and the error says how to send to each', async () => {
	const failure = await failureOf({ parameters: { ...text, to: '491701234567,491511234567' } });
	expect(failure).toMatchObject({
		error: 'The recipient "491701234567,491511234567" is 2 recipients',
		details: { description: expect.stringContaining('Split Out'), delivery: 'notSent' },
	});
	expect(await requests()).toEqual([]);
});

describe('with a default country', () => {
	const inGermany = (to: string) => ({ ...text, to, defaultCountry: 'DE' });

	it('a local number is sent with its country code', async () => {
		await run({ parameters: inGermany('0171 1234567') });
		expect(await sentBody()).toMatchObject({ to: '491711234567' });
	});

	it('a 0 after the country code does not lead to another number', async () => {
		await run({ parameters: inGermany('49 0171 1234567') });
		expect(await sentBody()).toMatchObject({ to: '491711234567' });
	});

	it.each(['4915123456789', '12036302@g.us', '-1001234567890'])('%s stays the same', async (to) => {
		await run({ parameters: inGermany(to) });
		expect(await sentBody()).toMatchObject({ to });
	});

	it('a number that is invalid in that country fails before any item is sent', async () => {
		const items = ['0171 1234567', '0171'].map((to) => ({ json: { to } }));
		const { error } = await run({ items, parameters: inGermany('={{ $json.to }}') });
		expect(error?.description).toContain('"0171" is not a phone number in Germany');
		expect(await requests()).toEqual([]);
	});

	it.each(['unknown', '0171-1230040 (office)'])('%s is not taken for an ID', async (to) => {
		expect((await failureOf({ parameters: inGermany(to) })).error).toBe(
			`"${to}" is not a phone number in Germany`,
		);
		expect(await requests()).toEqual([]);
	});

	it('each item can have its own country', async () => {
		const items = [
			['0171 1234567', 'DE'],
			['(212) 555-2671', 'us'],
			['+49 151 2345678', null],
			['0171 1234567', 'id'],
		].map(([to, country]) => ({ json: { to, country } }));
		await run({
			items,
			parameters: {
				...text,
				to: '={{ $json.to }}',
				defaultCountry: '={{ $json.country }}',
				options: { concurrency: 1 },
			},
		});
		expect((await control().messages()).map(({ to }) => to)).toEqual([
			'491711234567',
			'12125552671',
			'491512345678',
			'0171 1234567',
		]);
	});

	it('an expression that gives "id" for a phone number of Indonesia is refused', async () => {
		const items = [{ json: { to: '0812-3456-7890', country: 'id' } }];
		const parameters = { ...text, to: '={{ $json.to }}', defaultCountry: '={{ $json.country }}' };
		expect(await failureOf({ items, parameters })).toMatchObject({
			error: 'The default country "id" can mean Indonesia or "Not a Phone Number"',
			details: { delivery: 'notSent' },
		});
		expect(await requests()).toEqual([]);
		await run({ items, parameters: { ...parameters, defaultCountry: 'id' } });
		expect(await sentBody()).toMatchObject({ to: '0812-3456-7890' });
	});

	it('an unknown country is an error', async () => {
		const { error } = await failureOf({
			parameters: { ...text, defaultCountry: '={{ "Deutschland" }}' },
		});
		expect(error).toBe('The default country "Deutschland" is not known');
	});
});

describe('without a default country', () => {
	it('a number that begins with 0 fails before anything is sent, and the error says how to add a country', async () => {
		const items = ['4915112345678', '0171 1234567'].map((to) => ({ json: { to } }));
		const { error } = await run({ items, parameters: { ...text, to: '={{ $json.to }}' } });
		expect(error?.description).toContain('"0171 1234567" has no country code');
		expect(error?.description).toContain('"Default Country", directly below "To"');
		expect(await requests()).toEqual([]);
	});

	it('a list of numbers as people write them fails, and what to do is said once', async () => {
		const items = ['(51) 99123-4567', '(415) 555-2671', '4155552671'].map((to) => ({
			json: { to },
		}));
		const { error } = await run({ items, parameters: { ...text, to: '={{ $json.to }}' } });
		expect(error?.message).toBe('3 of 3 items cannot be sent; nothing was sent');
		expect(error?.description?.split('<br>')).toEqual([
			expect.stringMatching(
				/^Item 0 \(row 1\): "\(51\) 99123-4567" may have no country code\. .*"Default Country", directly below "To"/,
			),
			'Item 1 (row 2): "(415) 555-2671" may have no country code.',
			'Item 2 (row 3): "4155552671" has no country code.',
		]);
		expect(await requests()).toEqual([]);
	});

	it.each(['0711 123456/57', '+49 711 123456/57', '+49301234567.0', '030123456.0'])(
		'%s is not sent as one long number',
		async (to) => {
			expect((await failureOf({ parameters: { ...text, to } })).error).toContain(' ends ');
			expect(await requests()).toEqual([]);
		},
	);
});

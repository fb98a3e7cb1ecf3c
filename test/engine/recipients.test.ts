import { engineOnSandbox } from './support/engineOnSandbox';
import { text } from './support/parameters';

const { control, failureOf, requests, run } = engineOnSandbox();

it.each([
	['={{ $json.phone }}', {}],
	['=+{{ $json.phone }}', {}],
	['=+{{ $json.phone }}', { phone: null }],
	['=00{{ $json.phone }}', { phone: '' }],
	['=+{{ $json.phone }}', { phone: { value: 4915 } }],
	['={{ $json.phone }}', { phone: '\u200b' }],
])('%s with %j is refused before anything is sent', async (to, json) => {
	const { error } = await failureOf({ items: [{ json }], parameters: { ...text, to } });
	expect(error).toMatch(
		/^The recipient is empty|^Part of the recipient is empty|would say "\[object Object\]"/,
	);
	expect(await requests()).toEqual([]);
});

it('words in "To" fail with a reason on which a workflow can branch, and nothing is sent', async () => {
	const items = [{ json: { name: 'Ada Lovelace' } }];
	expect(await failureOf({ items, parameters: { ...text, to: '={{ $json.name }}' } })).toEqual({
		error: '"Ada Lovelace" is not a phone number',
		details: {
			description:
				'Choose the field that has the phone number in the parameter "To". For an ID, choose "Not a Phone Number" in "Default Country".',
			reason: 'numberNotPossible',
			delivery: 'notSent',
			to: 'Ada Lovelace',
		},
	});
	expect(await requests()).toEqual([]);
});

describe('with a default country', () => {
	const toOwnCountry = { ...text, to: '={{ $json.to }}', defaultCountry: '={{ $json.country }}' };
	it('each item can have its own country', async () => {
		const items = [
			['0171 1234567', 'DE'],
			['(212) 555-2671', 'us'],
			['+49 151 2345678', null],
			['0171 1234567', 'notPhone'],
		].map(([to, country]) => ({ json: { to, country } }));
		await run({ items, parameters: { ...toOwnCountry, options: { concurrency: 1 } } });
		expect((await control().messages()).map(({ to }) => to)).toEqual([
			'491711234567',
			'12125552671',
			'491512345678',
			'0171 1234567',
		]);
	});
});

it('without a default country, a list of numbers as people write them fails, and what to do is said once', async () => {
	const local = ['(51) 99123-4567', '(415) 555-2671', '4155552671', '0171 1234567'];
	const items = local.map((to) => ({ json: { to } }));
	const { error } = await run({ items, parameters: { ...text, to: '={{ $json.to }}' } });
	expect(error?.message).toBe('4 of 4 items cannot be sent; nothing was sent');
	expect(error?.description?.split('<br>')).toEqual([
		expect.stringMatching(
			/^Item 0: "\(51\) 99123-4567" needs a country code\. .*"Default Country", directly below "To"/,
		),
		'Item 1: "(415) 555-2671" needs a country code.',
		'Item 2: "4155552671" needs a country code.',
		expect.stringMatching(/^Item 3: "0171 1234567" needs a country code/),
		"The first item is item 0, as in n8n's own errors.",
	]);
	expect(await requests()).toEqual([]);
});

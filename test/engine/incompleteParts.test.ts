// An expression in "To", "Instance" or "Send Once Key" that gave nothing: the rest would mean something else.
import * as fc from 'fast-check';

import { deliveryOnSandbox, texts } from './deliveryOnSandbox';
import { byId } from './parameters';

const { failureOf, requests, run, control } = deliveryOnSandbox();

const fields = ['a', 'b', 'c'] as const;

/** What gives nothing, or less than it should. */
const unusable = fc.constantFrom(
	...[undefined, null, '', ' ', [], {}, 'undefined', 'NaN', 'null', 'Invalid Date'],
	...[2 ** 60, -(2 ** 60), 1e21, [2 ** 53]],
);
const usable = fc.constantFrom<unknown>('49', 171, 'abc', 0, '120363025246125486', 123456789012345);

/** A text around fields, as n8n saves it: plain ones, and such as n8n has to evaluate. */
const composed = fc
	.tuple(
		fc.constantFrom('', 'x', '+49', 'user-'),
		fc.array(fc.constantFrom('', '-', '@g.us', ' '), { minLength: 3, maxLength: 3 }),
		fc.constantFrom('', 'end'),
		fc.boolean(),
	)
	.map(([before, between, after, isPlain]) => {
		const code = (name: string) => (isPlain ? `{{ $json.${name} }}` : `{{ ($json.${name}) }}`);
		return `=${before}${fields.map((name, at) => code(name) + between[at]).join('')}${after}`;
	});

const parametersWith = {
	recipient: (saved: string) => ({ ...texts(), text: 'Hello', to: saved }),
	instance: (saved: string) => ({
		...texts(),
		...{ text: 'Hello', to: '12025554567', instanceId: byId(saved) },
	}),
	'Send Once Key': (saved: string) => ({
		...texts({ sendOnceKey: saved }),
		...{ text: 'Hello', to: '12025554567' },
	}),
};

it.each(Object.entries(parametersWith))(
	'%s: nothing is sent if one {{ }} of several gives nothing, or a number that has lost digits',
	async (what, parameters) => {
		await fc.assert(
			fc.asyncProperty(
				composed,
				fc.constantFrom(...fields),
				unusable,
				fc.array(usable, { minLength: 3, maxLength: 3 }),
				async (saved, place, value, others) => {
					const json = Object.fromEntries(fields.map((name, at) => [name, others[at]]));
					const items = [{ json: { ...json, [place]: value } as never }];
					const { error, details } = await failureOf({ items, parameters: parameters(saved) });
					expect(error).toMatch(
						new RegExp(`^(Part of the ${what} (is empty|lost digits)|The recipient )`),
					);
					expect(details).toMatchObject({ delivery: 'notSent' });
				},
			),
			{ numRuns: 60 },
		);
		expect(await requests()).toEqual([]);
	},
	60_000,
);

it.each([
	['={{ $json.cc }}{{ $json.phone }}', 'Part of the recipient is empty'],
	['={{ $json.cc + $json.phone }}', 'Part of the recipient is empty'],
	['={{ $json.none + $json.phone }}', 'Part of the recipient is empty'],
	['=+49{{ $json.cc }}', 'Part of the recipient is empty'],
	['=user-{{ $json.cc }}', 'Part of the recipient is empty'],
	['={{ $json.group }}@g.us', 'Part of the recipient lost digits'],
	['={{ $json.group }}', 'The recipient lost digits; enter it as text'],
])('%s reaches nobody else', async (to, message) => {
	const json = { phone: '51991234567', group: 2 ** 60, none: null };
	const { error } = await failureOf({
		items: [{ json }],
		parameters: { ...texts(), text: 'Hello', to },
	});
	expect(error).toBe(message);
	expect(await requests()).toEqual([]);
});

it('an instance ID is not completed by chance', async () => {
	for (const id of ['={{ "demo" + $json.none }}', '={{ $json.none }}', '=demo{{ $json.none }}']) {
		const parameters = { ...texts(), text: 'Hello', to: '12025554567', instanceId: byId(id) };
		const { error } = await failureOf({ items: [{ json: {} }], parameters });
		expect(error).toMatch(/^(Part of the instance is empty|No instance is chosen)$/);
	}
	expect(await requests()).toEqual([]);
});

it('a text whose parts all give something is sent as it is', async () => {
	const json = { cc: 49, phone: '1711234567', group: '120363025246125486' };
	for (const to of ['=+{{ $json.cc }}{{ ($json.phone) }}', '={{ $json.group }}@g.us'])
		await run({ items: [{ json }], parameters: { ...texts(), text: 'Hello', to } });
	expect((await control().messages()).map(({ to }) => to)).toEqual([
		'491711234567',
		'120363025246125486@g.us',
	]);
});

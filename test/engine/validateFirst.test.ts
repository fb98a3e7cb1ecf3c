import { deliveryOnSandbox, texts } from './deliveryOnSandbox';
import { textWith } from './matchers';
import { message } from './parameters';

const { execute, control, requests, acceptedTexts, failureOf } = deliveryOnSandbox();

const good = (text: string) => ({ json: { to: '15551234567', text } });
const withoutRecipient = { json: { text: 'to nobody' } };
const withoutText = { json: { to: '15551234567' } };
const options = { concurrency: 1 };

describe('if errors stop the workflow', () => {
	it('one bad item keeps all items from being sent', async () => {
		const items = [good('a'), good('b'), withoutRecipient, good('c')];
		const { error } = await execute({ items, parameters: texts(options) });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: textWith('1 of 4 items cannot be sent'),
			description: textWith('Nothing has been sent'),
			context: { itemIndex: 2, data: { delivery: 'notSent' } },
		});
		expect(await requests()).toEqual([]);
	});

	it('the error counts the bad items and says what is wrong with the first ones', async () => {
		const items = [
			good('a'),
			withoutRecipient,
			withoutText,
			good('b'),
			withoutText,
			withoutRecipient,
			withoutText,
		];
		const { error } = await execute({ items, parameters: texts(options) });
		expect(error?.message).toMatch(/^5 of 7 items cannot be sent: The recipient is empty/);
		expect(error?.description).toMatch(
			/Also item 2 to 15551234567: The text is empty; item 4 to 15551234567: The text is empty; and 2 more\.$/,
		);
		expect(error?.description).toContain(
			'To send the other 2, choose Continue in Settings → On Error.',
		);
		expect(error?.description?.split('The recipient is empty')).toHaveLength(1);
		expect(await requests()).toEqual([]);
	});

	it('the error names the recipient of the item, unless its title does', async () => {
		const { error } = await execute({ items: [good('a'), withoutText], parameters: texts() });
		expect(error?.message).toBe('1 of 2 items cannot be sent: The text is empty');
		expect(error?.description).toBe(
			'Recipient: 15551234567. Enter the message in the parameter "Text". Nothing has been sent. To send the other one, choose Continue in Settings → On Error.',
		);
		const local = { json: { to: '0171 0000000000000', text: 'c' } };
		const other = await execute({
			items: [good('a'), local],
			parameters: { ...texts(), defaultCountry: 'DE' },
		});
		expect(other.error?.message).toContain('"0171 0000000000000" is not a phone number in Germany');
		expect(other.error?.description).not.toContain('Recipient:');
	});

	it('items with the same problem are named without repeating it', async () => {
		const items = [withoutText, withoutText, withoutText];
		const { error } = await execute({ items, parameters: texts() });
		expect(error?.message).toBe('3 of 3 items cannot be sent: The text is empty');
		expect(error?.description).toMatch(
			/Nothing has been sent\. Also item 1 to 15551234567; item 2 to 15551234567\.$/,
		);
	});

	it('the error for a single item contains no count', async () => {
		const { error } = await execute({ items: [withoutText], parameters: texts(options) });
		expect(error?.message).toMatch(/^The text is empty/);
	});

	it('items before a bad one are sent if "Validate First" is off', async () => {
		const items = [good('a'), good('b'), withoutText, good('c'), withoutRecipient];
		const { error } = await execute({
			items,
			parameters: texts({ ...options, validateFirst: false }),
		});
		expect(error).toMatchObject({ message: textWith('text is empty'), context: { itemIndex: 2 } });
		expect(error?.description).toContain('2 of 5 items were sent');
		expect(await acceptedTexts()).toEqual(['a', 'b']);
	});

	it('a retry sends the rest after the bad item is fixed', async () => {
		const items = [good('a'), good('b'), withoutText, good('c')];
		const parameters = texts({ ...options, validateFirst: false });
		const failed = await execute({ items, parameters });
		const mended = { ...parameters, text: '={{ $json.text ?? "mended" }}' };
		const { error } = await execute({ items, parameters: mended }, failed.run);
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(['a', 'b', 'mended', 'c']);
	});

	it('a broken expression keeps all items from being sent', async () => {
		const items = [good('a'), good('b')];
		const parameters = {
			...texts(options),
			text: '={{ $json.text === "b" ? $json.no.such : $json.text }}',
		};
		const { error } = await execute({ items, parameters });
		expect(error).toBeDefined();
		expect(await requests()).toEqual([]);
	});
});

it('an unexpected error while reading parameters is reported as not sent', async () => {
	const parameters = message('poll', { contentFields: '={{ ({ assignments: 5 }) }}' });
	const { error, details } = await failureOf({ parameters });
	expect(error).toMatch(/not iterable/);
	expect(details.delivery).toBe('notSent');
	expect(await requests()).toEqual([]);
});

describe.each([true, false])(
	'if the workflow continues on errors ("Validate First": %s)',
	(validateFirst) => {
		it('bad items become error items and the others are sent', async () => {
			const { items } = await execute({
				items: [good('a'), withoutRecipient, good('b'), withoutText],
				parameters: texts({ ...options, validateFirst }),
				onError: 'continueRegularOutput',
			});
			expect(items.map(({ json }) => json)).toMatchObject([
				{ status: 'accepted' },
				{ error: textWith('recipient is empty'), details: { delivery: 'notSent' } },
				{ status: 'accepted' },
				{ error: textWith('text is empty'), details: { delivery: 'notSent' } },
			]);
			expect(await acceptedTexts()).toEqual(['a', 'b']);
		});

		it('bad items go to the error output if there is one', async () => {
			const { outputs, hints } = await execute({
				items: [good('a'), withoutRecipient, good('b')],
				parameters: texts({ ...options, validateFirst }),
				onError: 'continueErrorOutput',
			});
			expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
				[{ item: 0 }, { item: 2 }],
				[{ item: 1 }],
			]);
			expect(hints).toMatchObject([
				{ message: '1 of 3 items was not sent. The tab "Error Branch" shows which and why.' },
			]);
		});
	},
);

it('a hint counts the failed items if the workflow goes on, and says where they are', async () => {
	await control().bend({ path: '/messages$', status: 500, skip: 1 });
	const { hints } = await execute({
		items: [good('a'), good('b'), withoutText],
		parameters: texts({ ...options, maxTries: 1 }),
		onError: 'continueRegularOutput',
	});
	expect(hints).toEqual([
		{
			message:
				'2 of 3 items failed: 1 not sent, 1 in doubt (may have been delivered). Look for the field "error" in the output: it says why.',
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

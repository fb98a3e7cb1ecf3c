import { engineOnSandbox } from './engine-on-sandbox';
import { text } from './parameters';

const { run, sentBody } = engineOnSandbox();

it.each([
	'15551234567',
	'+15551234567',
	'+1 (555) 123-4567',
	'1.555.123.4567',
	' 1 555\u00a0123 4567 ',
])('the phone number "%s" is sent as its digits', async (to) => {
	await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: '15551234567' });
});

it.each(['alice@example.com', '120363-1555@group', '+1 555 CALL-ME', 'user.name (work)', '00-11-aa', '+', '١٢٣'])(
	'the recipient "%s" is sent as it is',
	async (to) => {
		await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
		expect(await sentBody()).toMatchObject({ to });
	},
);

it('a number from the input counts as typed', async () => {
	await run({ items: [{ json: { to: 15551234567 } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: '15551234567' });
});

it.each([
	['a dash that does not break', '1 555\u2011123\u20114567', '15551234567'],
	['invisible marks of an address book', '\u202a+1 555 123 4567\u202c\u200b', '15551234567'],
	['a zero in brackets, which is dialled within the country alone', '+49 (0)151 2345678', '491512345678'],
	['a zero that belongs to the number, as in Italy', '+39 (0)6 1234567', '39061234567'],
	['a zero in brackets of no international number', '(0)151 2345678', '01512345678'],
])('a phone number with %s is sent as the digits it stands for', async (_, to, sent) => {
	await run({ items: [{ json: { to } }], parameters: { ...text, to: '={{ $json.to }}' } });
	expect(await sentBody()).toMatchObject({ to: sent });
});

it('leading zeros stay', async () => {
	await run({ parameters: { ...text, to: '0049 170 1' } });
	expect(await sentBody()).toMatchObject({ to: '00491701' });
});

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

it('leading zeros stay', async () => {
	await run({ parameters: { ...text, to: '0049 170 1' } });
	expect(await sentBody()).toMatchObject({ to: '00491701' });
});

// A + behind other digits: a second country code, or how many more numbers there are.
import { recipientFrom } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

it.each(['+49 171 1234567 +2', '+49+49 171 1234567', '+1 +1 415 555 2671', '0171 1234567 +2'])(
	'refuses %j, because it may be more than one number',
	(typed) => {
		for (const country of ['none', 'DE'] as const) {
			const { message } = refusalOf(() => recipientFrom(typed, country));
			expect(message).toBe(`"${typed}" has a + behind other digits`);
		}
	},
);

it('a number that is written from right to left may end with its +', () => {
	expect(recipientFrom('491711234567+', 'none')).toBe('491711234567');
});

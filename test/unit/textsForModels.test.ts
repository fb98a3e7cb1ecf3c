// What a model reads of a call that failed. `npm run table:models` prints all texts for a person.
import { textsForModels } from './support/textsForModels';

const texts = textsForModels();
const textOf = (name: string) => new Map(texts).get(name);

/** What became of the call. It is true alone, because some readers get only the first sentence. */
const states = [
	'Not sent.',
	'Not uploaded.',
	'It may have arrived.',
	'2 of 4 messages of this text were sent',
	'The question could not be sent, so nobody has answered it.',
	'Perhaps nobody got the question, and nobody can answer it.',
	'This was a dry run. Nothing was sent',
	'This was not sent: there is no file.',
	'An earlier message with this key was sent. This one was not.',
	'An earlier message counts as sent. This one was not.',
];

test.each(texts)(
	'%s: the state comes first, in few words, and then what a model can do',
	(_, text) => {
		expect(states.filter((state) => text.startsWith(state))).toHaveLength(1);
		// Every word costs the builder tokens.
		expect(text.length).toBeLessThanOrEqual(300);
		// A model sees neither fields nor executions, and a call that may have arrived is not safe to repeat.
		expect(text).not.toMatch(/safe to try|drag|new execution|Retry|Default Country|Split Out/);
	},
);

test.each(texts.filter(([, text]) => /may have arrived|were sent/.test(text)))(
	'%s: a model does not send again what may have arrived',
	(_, text) => {
		expect(text).toContain('Do not send it again');
	},
);

test.each([
	[
		'rateLimited',
		'Not sent. The service is receiving too many requests (400). The service asks for a pause of 45 s. Do not call again before: tell the user, who can ask for it later.',
	],
	[
		'refused',
		'Not sent. The service refuses this message (400). Do not repeat the same call. If you can correct it, call again; if not, tell the user.',
	],
	[
		'timeout, in doubt',
		'It may have arrived. api.example.com did not answer in time. Do not send it again: tell the user.',
	],
	[
		'countryCodeMissing: a formula over it',
		'Not sent. Nobody is listed for these arguments: Name "Charlie" (Ada or Ben). Use another value of Name, or ask the user.',
	],
	[
		'countryCodeMissing: what the model wrote',
		'Not sent. (the title). Give the number alone in To, with + and its country code, or ask the user for it.',
	],
	[
		"valueEmpty: the author's parameter",
		'Not sent. (the title). Calling again will not help. Tell the user: (what a person in the editor can do)',
	],
])('%s: a model reads these words', (name, text) => {
	expect(textOf(name)).toBe(text);
});

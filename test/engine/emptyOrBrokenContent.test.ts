import { engineOnSandbox } from './engineOnSandbox';
import { assignment, message, presence } from './parameters';
import { refusal } from './refusal';

const expectRefusal = refusal(engineOnSandbox());

const json = (contentJson: string) => message('poll', { specifyContent: 'json', contentJson });
const bodyJson = (value: string) => presence('typing', { specifyBody: 'json', bodyJson: value });

it.each(['location', 'contact', 'poll', 'buttons', 'list', 'reaction'])(
	'an empty %s is reported before anything is sent',
	async (type) => {
		const problem = new RegExp(`^The ${type} is empty$`);
		const assignments = [assignment('type', type, 'string')];
		for (const rows of [[], assignments]) {
			const contentFields = { assignments: rows };
			await expectRefusal(message(type, { contentFields }), problem, 'Content Fields');
		}
		await expectRefusal(
			message(type, { specifyContent: 'json', contentJson: '{}' }),
			problem,
			'Content JSON',
		);
		await expectRefusal(
			message(type, { specifyContent: 'json', contentJson: `{ "type": "${type}" }` }),
			problem,
			'Content JSON',
		);
	},
);

it.each([
	['array', 'Red, Blue', 'not a list', '["Red","Blue"]'],
	['array', 'One,Two ', 'not a list', '["One","Two"]'],
	['array', '[Red', 'not a list', '["Red","Blue"]'],
	['object', 'Red', 'not an object', '{ "name": "value" }'],
	['number', '52,52', 'not a number', '52.52'],
	['boolean', 'perhaps', 'not true or false', 'true or false'],
])(
	'the error for a field of type %s with the value "%s" shows how to write it',
	async (type, value, problem, example) => {
		const parameters = message('poll', {
			contentFields: {
				assignments: [assignment('options', `={{ ${JSON.stringify(value)} }}`, type)],
			},
		});
		expect(
			await expectRefusal(
				parameters,
				new RegExp(`^The field "options" is ${problem}$`),
				'Content Fields',
			),
		).toContain(example);
	},
);

it.each([
	['Content JSON', json('={{ "{ \\"a\\": }" }}')],
	['Body JSON', bodyJson('={{ "{ \\"a\\": }" }}')],
])(
	'the error for invalid %s quotes the parser and names the usual cause',
	async (parameter, parameters) => {
		const description = await expectRefusal(parameters, /not valid JSON/, parameter);
		expect(description).toMatch(/Unexpected token|position \d+/);
		expect(description).toContain(
			'write {{ JSON.stringify($json.name) }} without quotes around it.',
		);
	},
);

it('a date that is no date is no text', async () => {
	const text = "={{ DateTime.fromISO('31.03.2026') }}";
	await expectRefusal(message('text', { text }), /^The text is an object instead of text$/, 'Text');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOnSandbox } from './engineOnSandbox';
import { message } from './parameters';

const { run, sentBody } = engineOnSandbox();
const page = readFileSync(join(__dirname, '../../docs/content-types.md'), 'utf8');
const examples = [...page.matchAll(/^(\w+):\n\n```json\n([^`]+)```/gm)].map(
	([, name = '', json = '']) => [name.toLowerCase(), json],
);

it('has an example for each type whose fields the reference does not show', () => {
	expect(examples.map(([type]) => type).sort()).toEqual([
		'buttons',
		'contact',
		'list',
		'location',
		'poll',
		'reaction',
	]);
});

it.each(examples)(
	'the example for %s is sent as it is written',
	async (type = '', contentJson = '') => {
		await run({ parameters: message(type, { specifyContent: 'json', contentJson }) });
		expect(await sentBody()).toEqual({
			to: '15551234567',
			content: { type, ...JSON.parse(contentJson) },
		});
	},
);

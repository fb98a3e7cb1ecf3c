import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOnSandbox } from './engineOnSandbox';
import { message } from './parameters';

const { run, sentBody } = engineOnSandbox();
const page = readFileSync(join(__dirname, '../../docs/send.md'), 'utf8');
const examples = [...page.matchAll(/^(\w+):\n\n```json\n([^`]+)```/gm)].map(
	([, name = '', json = '']) => [name.toLowerCase(), json],
);

it('the documentation has an example for each content type that the reference does not show', () => {
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
	'the documented example for %s is sent as written',
	async (type = '', contentJson = '') => {
		await run({ parameters: message(type, { specifyContent: 'json', contentJson }) });
		expect(await sentBody()).toEqual({
			to: '12025554567',
			content: { type, ...JSON.parse(contentJson) },
		});
	},
);

// What docs/ says of parameters, options and limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import * as numbers from '../../nodes/MessagingIntegration/delivery/numbers';
import { option, runOptions } from '../../nodes/MessagingIntegration/parameters/options';
import { description, operations, root } from './built';

const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

/** The first two cells of each row of a page's tables. */
const rowsOf = (name: string) =>
	[...page(name).matchAll(/^\| ([^|]+) \|(?: ([^|]+))? \|/gm)].map(
		([, first = '', second = '']) => [first, second] as const,
	);

it('the pages have a row for each parameter and option, with its name, and the numbers that it starts with', () => {
	const rows = [...rowsOf('send.md'), ...rowsOf('ask.md'), ...rowsOf('recipients.md')];
	const named = new Map(
		rows.flatMap(([names, value]) =>
			[names, ...names.split(', ')].map((name) => [name, value.trim()]),
		),
	);
	const collections = description.properties.filter(({ name }) => name === 'options');
	const options = collections.flatMap(({ options: choices = [] }) => choices as INodeProperties[]);
	const names = options.map(({ displayName }) => displayName);
	expect(names.filter((name) => !named.has(name))).toEqual([]);
	const numbers = options.filter(({ type }) => type === 'number');
	expect(numbers.map(({ displayName }) => named.get(displayName))).toEqual(
		numbers.map(({ default: value }) => JSON.stringify(value)),
	);
	const { properties } = description;
	const written = ['send.md', 'ask.md', 'files.md', 'recipients.md'].map(page).join('');
	const parameters = properties
		.filter(({ type }) => type !== 'notice')
		.map(({ displayName }) => displayName);
	expect(parameters.filter((name) => !written.includes(name))).toEqual([]);
});

it.each(['../README.md', 'send.md', 'output.md'])('a table of %s names each operation', (name) => {
	const rows = page(name).match(/^\|.*\|$/gm) ?? [];
	const named = rows.flatMap((row) => row.split(/[|,;]|\*\*|\(/)).map((one) => one.trim());
	expect(operations.map((one) => one.name).filter((one) => !named.includes(one))).toEqual([]);
});

it('send.md names each option that holds for the whole run', () => {
	const names = Object.keys(runOptions.shape).map((name) =>
		option[name as keyof typeof option].displayName.replace(/ \(.*/, ''),
	);
	const [, list = ''] =
		/options hold for the whole run\*\*, [^:]*: ([^.]*)\./.exec(page('send.md')) ?? [];
	expect(list.split(', ').sort()).toEqual(names.sort());
});

/** The value of a constant in the code: a number, or a product of numbers. */
function constant(file: string, name: string): number {
	const code = readFileSync(join(root, 'nodes/MessagingIntegration', file), 'utf8');
	const [, words = ''] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(code) ?? [];
	return words
		.split('*')
		.map((factor) => Number(factor.replaceAll('_', '') || NaN))
		.reduce((product, factor) => product * factor);
}

it.each<[name: string, sentence: string, file: string, constant: string, value: number]>([
	['delivery-rules.md', 'has one second to be', 'n8n/endOfRun.ts', 'afterStop', 1000],
	['operate.md', 'after 0.5 s', 'transport/dispatcher.ts', 'idleConnection', 500],
])('%s says "%s" as long as it is so', (name, sentence, file, constantName, value) => {
	expect(page(name)).toContain(sentence);
	expect(constant(file, constantName)).toBe(value);
});

it.each([
	['delivery-rules.md', 'three times in all', numbers.repeat.attempts, 3],
	['delivery-rules.md', '0.25 to 0.5 s', numbers.repeat.first, 500],
	['pace.md', 'accepts nothing for five minutes', numbers.givenUpAfter, 300_000],
	['pace.md', 'every five seconds', numbers.progressInterval, 5000],
	['delivery-rules.md', 'changes a row every second', numbers.key.heartbeat, 1000],
	['delivery-rules.md', 'no change for 6 s', numbers.key.longestSilence, 6000],
])('%s says "%s", as the core does it', (name, sentence, number, value) => {
	expect(page(name)).toContain(sentence);
	expect(number).toBe(value);
});

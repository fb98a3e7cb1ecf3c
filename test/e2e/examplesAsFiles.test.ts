// What the files in examples/ contain; nothing is run.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { root } from '../n8n/checkout';
import {
	exampleFiles,
	nodeType,
	notChosen,
	readExample,
	reviewType,
	toolType,
} from '../n8n/examples';
import type { WorkflowFile, WorkflowNode } from '../n8n/N8nApi';
import { properties } from '../../nodes/MessagingIntegration/operations/resources';

/** Every node type and version in one of n8n's own packages, as "type version". */
async function typesOf(name: string): Promise<string[]> {
	const path = join(root, 'dev', 'n8n', 'node_modules', name, 'dist', 'types', 'nodes.json');
	const types = JSON.parse(await readFile(path, 'utf8')) as Array<{
		name: string;
		version: number | number[];
	}>;
	return types.flatMap((type) =>
		[type.version].flat().map((version) => `${name}.${type.name} ${version}`),
	);
}

/** n8n adds the last two to nodes that an AI agent uses. */
const knownParameters = [
	...properties.map(({ name }) => name),
	'descriptionType',
	'toolDescription',
];

const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
const isOurs = ({ type }: WorkflowNode) => [nodeType, toolType, reviewType].includes(type);

const examples: Array<[string, WorkflowFile]> = [];

beforeAll(async () => {
	for (const file of exampleFiles()) examples.push([file, await readExample(file)]);
});

/** Expects the same result for every example. */
function expectOfEach(find: (example: WorkflowFile) => unknown, expected: unknown): void {
	const found = Object.fromEntries(examples.map(([file, example]) => [file, find(example)]));
	expect(found).toEqual(Object.fromEntries(examples.map(([file]) => [file, expected])));
}

it('an example contains only the workflow and nothing from the n8n where it was made', () => {
	expectOfEach(
		(example) => Object.keys(example).sort(),
		['connections', 'name', 'nodes', 'settings'],
	);
	const allowed = [
		'executeOnce',
		'name',
		'onError',
		'parameters',
		'position',
		'type',
		'typeVersion',
	];
	expectOfEach(
		({ nodes }) => nodes.flatMap(Object.keys).filter((key) => !allowed.includes(key)),
		[],
	);
});

it('an example has a note that says how to use it and names each node to fill in', () => {
	expectOfEach(({ nodes }) => nodes.filter(isNote).length, 1);
	expectOfEach(
		({ nodes }) => {
			const note = nodes.find(isNote);
			const words = String(note?.parameters.content);
			const others = nodes.filter((node) => !isNote(node));
			return {
				headed: words.startsWith('## '),
				use: words.includes('**To use it**') && words.includes('choose your credential'),
				unnamed: others
					.filter((node) => isOurs(node) && !words.includes(`**${node.name}**`))
					.map(({ name }) => name),
			};
		},
		{ headed: true, use: true, unnamed: [] },
	);
});

it('the note of an example can be read when n8n first shows the whole workflow', () => {
	// In a window of 1440 × 900, n8n shows a larger one at less than 0.7 of its size: letters of less than 10 px.
	expectOfEach(
		({ nodes }) => {
			const longest = (axis: 0 | 1, side: 'width' | 'height') => {
				const starts = nodes.map(({ position }) => (position as number[])[axis] ?? 0);
				const ends = starts.map((start, at) => start + Number(nodes[at]?.parameters[side] ?? 96));
				return Math.max(...ends) - Math.min(...starts);
			};
			return { isWide: longest(0, 'width') > 1800, isHigh: longest(1, 'height') > 1000 };
		},
		{ isWide: false, isHigh: false },
	);
});

it('an example contains only node types and parameters that exist', async () => {
	const builtIn = [
		...(await typesOf('n8n-nodes-base')),
		...(await typesOf('@n8n/n8n-nodes-langchain')),
	];
	const known = new Set([...builtIn, `${nodeType} 1`, `${toolType} 1`, `${reviewType} 1`]);
	expectOfEach(({ nodes }) => {
		const types = nodes.map(({ type, typeVersion }) => `${type} ${Number(typeVersion)}`);
		return types.filter((type) => !known.has(type));
	}, []);
	expectOfEach(({ nodes }) => {
		const names = nodes.filter(isOurs).flatMap(({ parameters }) => Object.keys(parameters));
		return names.filter((name) => !knownParameters.includes(name));
	}, []);
});

it('the nodes of an example are connected', () => {
	expectOfEach(({ nodes, connections }) => {
		const joined = JSON.stringify(connections);
		return nodes
			.filter((node) => !isNote(node) && !joined.includes(JSON.stringify(node.name)))
			.map(({ name }) => name);
	}, []);
});

it('all examples can be published at the same time', () => {
	const paths = examples.flatMap(([, { nodes }]) =>
		nodes.flatMap(
			({ parameters: { path, options } }) =>
				path ?? (options as { path?: string } | undefined)?.path ?? [],
		),
	);
	expect(new Set(paths).size).toBe(paths.length);
});

it('an example leaves the choice of the instance to the user, or has an expression for it', () => {
	expectOfEach(({ nodes }) => {
		const chosen = nodes.filter(isOurs).map(({ parameters }) => parameters.instanceId ?? notChosen);
		return chosen.filter(
			(instance) =>
				!isDeepStrictEqual(instance, notChosen) &&
				!String((instance as { value: unknown }).value).startsWith('='),
		);
	}, []);
});

it('each example is run by a test', () => {
	const tests = readdirSync(__dirname).filter((file) => /\.test\.ts$/.test(file));
	const sources = tests.map((file) => readFileSync(join(__dirname, file), 'utf8')).join();
	expect(exampleFiles().filter((file) => !sources.includes(`'${file}'`))).toEqual([]);
});

it('the index of the examples names each of them by the name that n8n shows', async () => {
	const index = readFileSync(join(root, 'examples/README.md'), 'utf8');
	const lines = exampleFiles().map(
		async (file) => `| [${(await readExample(file)).name}](${file}) |`,
	);
	expect((await Promise.all(lines)).filter((line) => !index.includes(line))).toEqual([]);
});

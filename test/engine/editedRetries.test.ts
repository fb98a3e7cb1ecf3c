import {
	assert,
	asyncProperty,
	boolean,
	constantFrom,
	option,
	record,
	uniqueArray,
} from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox } from './deliveryOnSandbox';
import { assignment, byId } from './parameters';

const { execute, control, requests } = deliveryOnSandbox();

/** The recipient of an item ends with its position. The last item is refused in the first run. */
const items = [0, 1, 2].map((place) => ({ json: { to: `100${place}`, name: `name ${place}` } }));
const refused = items.length - 1;

const one = { concurrency: 1, maxTries: 1 };
const time = '{{ $now.toMillis() }}-{{ Math.random() }}';

/** The items that a retry sends after the parameters were changed. */
async function sentAgain(before: INodeParameters, after: INodeParameters): Promise<number[]> {
	await control().straighten();
	await control().bend({ status: 422, skip: refused });
	const failed = await execute({ items, parameters: before });
	expect(failed.error?.message).toContain('422');
	const { length } = await requests();
	const { error, items: output } = await execute({ items, parameters: after }, failed.run);
	expect([error, output.length]).toEqual([undefined, items.length]);
	const sent = (await requests()).slice(length).map(({ body }) => (body as { to: string }).to);
	return sent.map((to) => Number(to.at(-1)));
}

const text: INodeParameters = {
	instanceId: byId('demo'),
	to: '={{ $json.to }}',
	contentType: 'text',
	text: `=Hi {{ $json.name }}, your parcel left at ${time}`,
	options: one,
};
const fixedTo = '={{ $json.to === "1002" ? "2002" : $json.to }}';
const listed = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'Shop' });
const withMore = (more: INodeParameters) => ({ options: { ...one, ...more } });

describe('after the recipient of the refused item was corrected, only this item is sent, even if', () => {
	it.each<[string, INodeParameters, INodeParameters?]>([
		['nothing else was edited', {}],
		['the same instance was picked from the list', { instanceId: listed('demo') }],
		[
			'the instance has another name now',
			{ instanceId: { ...listed('demo'), cachedResultName: '' } },
		],
		['the instance became an expression', { instanceId: byId("={{ 'de' + 'mo' }}") }],
		['Additional Content was added and left as it was', withMore({ additionalContent: '{}' })],
		[
			'blanks were changed in the JSON of Additional Content',
			withMore({ additionalContent: '{ "a" : [1,2] }' }),
			withMore({ additionalContent: '{"a":[1, 2]}' }),
		],
		[
			'blanks were changed around a value that changes by itself',
			withMore({ additionalContent: `={ "at": "${time}", "a": {{ 1 }} }` }),
			withMore({ additionalContent: `={"at":"${time}","a":1}` }),
		],
		[
			'blanks were changed inside the braces of an expression',
			{ text: (text.text as string).replace('{{ $json.name }}', '{{$json.name}}') },
		],
		[
			'blanks were changed inside the braces of an expression in Additional Content',
			withMore({ additionalContent: `={ "at": "{{$json.name }} ${time}", "a": {{1}} }` }),
			withMore({ additionalContent: `={ "at": "{{ $json.name }} ${time}", "a": {{ 1\n}} }` }),
		],
		['the content type became an expression', { contentType: "={{ 'text' }}" }],
		[
			'the recipient was written in another way',
			{ to: `={{ ${fixedTo.slice(3, -2)}.replaceAll(" ", "") }}` },
		],
		[
			'options changed that no request contains',
			withMore({
				concurrency: 2,
				timeout: 9000,
				typingFirst: 0,
				validateFirst: false,
				maxTries: 2,
			}),
		],
		['Default Country was set to None', withMore({ defaultCountry: 'none' })],
	])('%s', async (_, after, before = {}) => {
		expect(await sentAgain({ ...text, ...before }, { ...text, to: fixedTo, ...after })).toEqual([
			refused,
		]);
	});
});

it.each<[string, (name: string) => INodeParameters]>([
	[
		'Content Fields',
		(name) => ({
			contentFields: { assignments: [assignment(name, '={{ $json.name }}', 'string')] },
		}),
	],
	[
		'Content JSON',
		(name) => ({ specifyContent: 'json', contentJson: `={ "${name}": "{{ $json.name }}" }` }),
	],
])('a field that got another name in %s is sent under this name', async (_, fieldNamed) => {
	const poll = (name: string) => ({ ...text, contentType: 'poll', ...fieldNamed(name) });
	expect(await sentAgain(poll('title'), poll('question'))).toEqual([0, 1, refused]);
});

const url = 'https://example.com/a.png';
const pollOf = (words: string) => [
	assignment('question.words', words, 'string'),
	assignment('question.size', 2, 'number'),
	assignment('values', '["a", "b"]', 'array'),
];

/** Messages with these words, each with an edit of something else in it that changes every request. */
const contents: Array<[of: (words: string) => INodeParameters, edit: Edit]> = [
	[(words) => ({ text: `=${words}` }), (given) => ({ ...given, text: `${given.text as string}!` })],
	[
		(words) => ({
			...{ contentType: 'image', mediaSource: 'url', mediaUrl: url, caption: `=${words}` },
		}),
		(given) => ({ ...given, mediaUrl: `${url}?2` }),
	],
	[
		(words) => withMore({ additionalContent: `={ "words": "${words}", "list": [1, 52.5] }` }),
		(given) => ({ ...given, text: 'Hello' }),
	],
	[
		(words) => ({ contentType: 'poll', contentFields: { assignments: pollOf(`=${words}`) } }),
		(given) => ({
			...given,
			contentFields: { assignments: [...rowsOf(given), assignment('new', 1, 'number')] },
		}),
	],
	[
		(words) => ({
			...{ contentType: 'location', specifyContent: 'json' },
			contentJson: `={ "text": "${words}", "latitude": 52.5, "list": { "a": [{{ 1 }}] } }`,
		}),
		(given) => withJson(given, (json) => json.replace('{{ 1 }}', '{{ 2 }}')),
	],
	[
		(words) => ({
			...{ contentType: 'location', specifyContent: 'json' },
			contentJson: `={{ ({ words: \`${words.replaceAll('{{', '${').replaceAll('}}', '}')}\`, size: 1, [Math.random() > 0.5 ? "a" : "b"]: 1 }) }}`,
		}),
		(given) => ({
			...given,
			contentJson: (given.contentJson as string).replace('size: 1', 'size: 2'),
		}),
	],
];

type Edit = (parameters: INodeParameters) => INodeParameters;

const optionsOf = (parameters: INodeParameters) => parameters.options as INodeParameters;
const rowsOf = ({ contentFields }: INodeParameters) =>
	(contentFields as { assignments: INodeParameters[] } | undefined)?.assignments ?? [];
const isJson = (given: unknown): given is string =>
	typeof given === 'string' && !given.startsWith('={{');

function withJson(given: INodeParameters, edit: (json: string) => string): INodeParameters {
	const { contentJson } = given;
	const { additionalContent } = optionsOf(given);
	return {
		...given,
		...(isJson(contentJson) && { contentJson: edit(contentJson) }),
		...(isJson(additionalContent) && {
			options: { ...optionsOf(given), additionalContent: edit(additionalContent) },
		}),
	};
}

/** Edits after which each request is what it was, except for what changes by itself. */
const alike: Record<string, Edit> = {
	instancePicked: (given) => ({ ...given, instanceId: listed('demo') }),
	instanceAsExpression: (given) => ({ ...given, instanceId: byId('={{ "demo" }}') }),
	toAsNumber: (given) => ({ ...given, to: '={{ Number($json.to) }}' }),
	toWithPlus: (given) => ({ ...given, to: '=+{{ $json.to }}' }),
	typeAsExpression: ({ contentType, ...given }) => ({
		...given,
		contentType: `=${(contentType as string).replace('=', '')}`,
	}),
	otherOptions: (given) => ({
		...given,
		options: { ...optionsOf(given), timeout: 8000, maxTries: 2 },
	}),
	additionalAsItIs: (given) => ({
		...given,
		options: { additionalContent: ' { } ', ...optionsOf(given) },
	}),
	blanks: (given) => withJson(given, (json) => json.replaceAll(', "', ',\n\t"').replace('{ ', '{')),
	jsonAsExpressions: (given) =>
		withJson(given, (json) =>
			json.replace('"list"', '"l\\u0069st"').replace(/(?<!{ )52\.5/, '{{ 52.5 }}'),
		),
	rowsAsExpressions: (given) =>
		'contentFields' in given
			? {
					...given,
					contentFields: {
						assignments: rowsOf(given).map((row) => ({
							...row,
							id: 'new',
							...(row.type === 'number' && { value: '={{ 1 + 1 }}' }),
							...(row.type === 'array' && { value: '=["a","{{ "b" }}"]' }),
						})),
					},
				}
			: given,
	urlAsExpression: (given) => ({ ...given, ...('mediaUrl' in given && { mediaUrl: `=${url}` }) }),
};

/** Edits that change the request of the second item only. */
const ofSecond: Record<string, Edit> = {
	recipient: (given) => ({ ...given, to: '={{ $json.to.replace("1001", "2001") }}' }),
	instance: (given) => ({
		...given,
		instanceId: byId('={{ $itemIndex === 1 ? "a/b ?#" : "demo" }}'),
	}),
};

it('any edit that leaves the requests alike sends nothing again, and any other exactly what it changes', async () => {
	const plan = record({
		content: constantFrom(...contents),
		changesByItself: boolean(),
		before: uniqueArray(constantFrom(...Object.keys(alike)), { maxLength: 2 }),
		after: uniqueArray(constantFrom(...Object.keys(alike)), { minLength: 1, maxLength: 4 }),
		second: option(constantFrom(...Object.keys(ofSecond))),
		isContentEdited: boolean(),
	});
	await assert(
		asyncProperty(
			plan,
			async ({ content, changesByItself, before, after, second, isContentEdited }) => {
				const [of, editContent] = content;
				const words = `Hi {{ $json.name }}${changesByItself ? ` at ${time}` : ''}`;
				const edited = (given: INodeParameters, names: string[]) =>
					names.reduce((parameters, name) => alike[name]?.(parameters) ?? parameters, given);
				const first = edited({ ...text, text: 'Hi', ...of(words) }, before);
				const alikeEdits = edited(first, after);
				const withSecond = ofSecond[second ?? '']?.(alikeEdits) ?? alikeEdits;
				const last = isContentEdited ? editContent(withSecond) : withSecond;
				const changed = isContentEdited ? [0, 1] : second === null ? [] : [1];
				expect(await sentAgain(first, last)).toEqual([...changed, refused]);
			},
		),
		{
			numRuns: 40,
			// The type is an expression, and the constant text changes beside additional content with an expression.
			examples: [
				[
					{
						content: contents[2] as (typeof contents)[number],
						changesByItself: false,
						before: ['typeAsExpression'],
						after: ['instancePicked'],
						second: null,
						isContentEdited: true,
					},
				],
			],
		},
	);
}, 120_000);

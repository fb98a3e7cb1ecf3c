// Whatever a form, a service or a file name holds is read by patterns that take twice as long for twice the text.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import * as ts from 'typescript';

import { itemReader } from '../../nodes/MessagingIntegration/operations/resources';
import { root } from '../n8n/checkout';
import { filesIn } from '../support/filesIn';
import { growsInProportion } from './growsInProportion';

/** What the checker says of patterns. @param patterns each with its flags */
const safetyOf = (patterns: Array<[source: string, flags: string]>): string[] =>
	JSON.parse(
		execFileSync(process.execPath, [join(__dirname, 'safetyOf.mjs')], {
			input: JSON.stringify(patterns),
			encoding: 'utf8',
		}),
	) as string[];

function patternsIn(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
	return found;
}

const files = filesIn('nodes', '.ts');

it('no text makes a pattern of the node slow', () => {
	const patterns = [...new Set(files.flatMap((file) => patternsIn(join(root, file))))];
	const safety = safetyOf(
		patterns.map((literal) => {
			const end = literal.lastIndexOf('/');
			return [literal.slice(1, end), literal.slice(end + 1)];
		}),
	);
	const slow = patterns.filter((_, at) => safety[at] !== 'safe');
	expect(slow).toEqual([]);
	expect(patterns.length).toBeGreaterThan(80);
});

it('such a pattern would be found', () => {
	expect(safetyOf([['[,;|\\s]\\s*https?:', '']])).toEqual(['vulnerable']);
});

/** So long that a step for each pair of signs takes a second. */
const longest = 40_000;

it('what takes a step for each pair of signs would be found', () => {
	expect(growsInProportion((length) => /,*;/.test(','.repeat(length)), longest)).toBe(false);
});

/** n8n with one item, and with a node that has these parameters. */
const nodeWith = (parameters: INodeParameters, fileName: string, json: IDataObject = {}) => {
	const item = { json, binary: { data: { fileName, mimeType: 'image/png', data: '' } } };
	return {
		getNode: () => ({ parameters }),
		getInputData: () => [item],
		getNodeParameter: (name: string, _: number, absent: unknown) => parameters[name] ?? absent,
		getWorkflowSettings: () => ({}),
		getWorkflowDataProxy: () => ({ $json: item.json }),
		getTimezone: () => 'UTC',
		helpers: { assertBinaryData: () => item.binary.data },
	} as unknown as IExecuteFunctions;
};

const send = {
	resource: 'message',
	operation: 'send',
	instanceId: 'demo',
	to: '12025550001',
	contentType: 'text',
	text: 'a',
	specifyContent: 'fields',
	defaultCountry: 'none',
};
const image = { ...send, contentType: 'image' };
const ask = { ...send, operation: 'sendAndWait', message: 'a', responseType: 'freeText' };
const formWith = (field: object) => ({
	...ask,
	responseType: 'customForm',
	defineForm: 'fields',
	formFields: {
		values: [{ fieldLabel: 'a', fieldOptions: { values: [{ option: 'b' }] }, ...field }],
	},
});
const poll = { ...send, contentType: 'poll' };

/** Each parameter with a text of this kind. */
const readers: Record<
	string,
	(text: string) => [parameters: object, fileName?: string, json?: object]
> = {
	Instance: (instanceId) => [{ ...send, instanceId }],
	To: (to) => [{ ...send, to }],
	'To in Germany': (to) => [{ ...send, to, defaultCountry: 'DE' }],
	'To of a question': (to) => [{ ...ask, to }],
	'Default Country': (defaultCountry) => [{ ...send, defaultCountry }],
	'Content Type': (contentType) => [{ ...send, contentType }],
	Text: (text) => [{ ...send, text }],
	Caption: (caption) => [{ ...image, mediaSource: 'url', mediaUrl: 'https://a.b', caption }],
	'Media URL': (mediaUrl) => [{ ...image, mediaSource: 'url', mediaUrl }],
	'Media URL behind a host': (text) => [
		{ ...image, mediaSource: 'url', mediaUrl: `https://a.b/${text}` },
	],
	'Storage Reference': (storageRef) => [{ ...image, mediaSource: 'storageRef', storageRef }],
	'Input Data Field Name(s)': (binaryPropertyName) => [
		{ ...image, mediaSource: 'binary', binaryPropertyName },
	],
	'the name of a file': (fileName) => [{ ...image, mediaSource: 'binary' }, fileName],
	'the json beside a file': (text) => [
		{ ...image, mediaSource: 'binary', binaryPropertyName: 'a' },
		'a',
		{ [text]: [{ mimetype: 'image/png' }], a: [{ filename: text, mimetype: 'image/png' }] },
	],
	'MIME Type': (mimeType) => [{ ...image, mediaSource: 'binary', options: { mimeType } }],
	'File Name': (fileName) => [{ ...image, mediaSource: 'binary', options: { fileName } }],
	'Content JSON': (contentJson) => [{ ...poll, specifyContent: 'json', contentJson }],
	'Content Fields': (value) => [
		{ ...poll, contentFields: { assignments: [{ name: value, value, type: 'array' }] } },
	],
	'Additional Content': (additionalContent) => [{ ...send, options: { additionalContent } }],
	'Send Once Key': (sendOnceKey) => [{ ...send, options: { sendOnceKey } }],
	'Typing First': (typingFirst) => [{ ...send, options: { typingFirst } }],
	Message: (message) => [{ ...ask, message }],
	'Page Language': (pageLanguage) => [{ ...ask, options: { pageLanguage } }],
	'Limit Wait Time': (maxDateAndTime) => [
		{
			...ask,
			options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime } } },
		},
	],
	'Form Fields': (jsonOutput) => [
		{ ...ask, responseType: 'customForm', defineForm: 'json', jsonOutput },
	],
	...Object.fromEntries(
		['date', 'number', 'email', 'checkbox'].map((fieldType) => [
			`Default Value of ${fieldType}`,
			(defaultValue: string) => [formWith({ fieldType, defaultValue })],
		]),
	),
};

const signs = [...' \n0١1a+-.,;|/()@"\'{[<\\%#xE_T:=*$\u200b＋é'];

const texts: Array<(sign: string, length: number) => string> = [
	(sign, length) => `a${sign.repeat(length)}b`,
	(sign, length) => `1${sign.repeat(length)}`,
	(sign, length) => `${sign}1`.repeat(length / 2),
];

it.each(Object.entries(readers))(
	'%s: twice as many of any sign are read in twice the time',
	(_, given) => {
		const read = (text: string) => {
			const [parameters, fileName = 'a.png', json] = given(text);
			const context = nodeWith(parameters as INodeParameters, fileName, json as IDataObject);
			try {
				itemReader(context).read(0);
			} catch {
				// Most of these texts are refused.
			}
		};
		const slow = signs.flatMap((sign) =>
			texts
				.filter((textOf) => !growsInProportion((length) => read(textOf(sign, length)), longest))
				.map((textOf) => textOf(sign, 4)),
		);
		expect(slow).toEqual([]);
	},
);

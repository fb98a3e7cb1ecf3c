import type {
	IBinaryData,
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';

import { type FailureError, invalidInput } from '../api/failure';
import { quoted } from '../api/quoted';
import type { MediaFile } from '../api/request';
import { nameAndType } from './nameAndType';
import type { Parameters } from './parameters';
import { type Digests, storedFile } from './storedFile';

const parameterName = 'binaryPropertyName';

/** The parameter that names the input field with the file. */
export function binaryField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Input Data Field Name',
		name: parameterName,
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the input field that holds the file',
		description: 'The name of the input field with the binary data of the file to be sent',
		displayOptions: { show },
	};
}

/** Matches `{{ $binary.data }}`, or the same with brackets. */
const ownField = /^=\s*\{\{\s*\$binary(?:\.([\w$]+)|\[(["'])([^"']+)\2\])\s*\}\}\s*$/;

/**
 * The binary data of an item: the parameter names its field, or an expression gives the data itself. If n8n keeps
 * files in memory, `$binary` lacks their content, so `{{ $binary.data }}` is read as the field name `data`.
 */
function binaryOf(parameters: Parameters, itemIndex: number): IBinaryData {
	const { context } = parameters;
	const [, name, , inBrackets] = ownField.exec(String(parameters.saved(parameterName))) ?? [];
	const field = name ?? inBrackets ?? parameters.get(parameterName, itemIndex);
	try {
		const binary = context.helpers.assertBinaryData(itemIndex, field as string | IBinaryData);
		if (binary.id || typeof binary.data === 'string') return binary;
	} catch {
		// The error below says this in the node's own words.
	}
	throw noFile(namesOfFiles(context, itemIndex), field);
}

/** Whether a value is a file as n8n passes it on, with or without its content. */
function isFile(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'mimeType' in value;
}

/**
 * What users can enter to name the files of an item: the names of its binary fields, or paths in its json if the
 * workflow keeps files there ("combined").
 */
function namesOfFiles(context: IExecuteFunctions, itemIndex: number): string[] {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	if (context.getWorkflowSettings().binaryMode !== 'combined') return Object.keys(binary);
	const gathered = Object.entries(json._files ?? {}).map(([name, value]): [string, unknown] => [
		`_files.${name}`,
		value,
	]);
	return [...Object.entries(json), ...gathered]
		.filter(([, value]) => isFile(value))
		.map(([path]) => path);
}

function noFile(there: string[], field: unknown): FailureError {
	const advice =
		there.length === 0
			? 'The item has no files at all: the node before this one must pass its binary data on.'
			: `Enter one of these in "Input Data Field Name": ${quoted(there.join(', '))}.`;
	if (isFile(field)) {
		return invalidInput(
			'"Input Data Field Name" gives a file without its content',
			`Where n8n keeps files in memory, some expressions leave the content out. ${advice}`,
		);
	}
	if (typeof field !== 'string')
		return invalidInput('"Input Data Field Name" is neither a name nor a file', advice);
	if (field.includes(',')) {
		return invalidInput(
			`"Input Data Field Name" names several fields: "${quoted(field)}"`,
			`An upload takes one file. ${advice}`,
		);
	}
	return invalidInput(`The item has no file in the field "${quoted(field)}"`, advice);
}

const digestsOfRun = new WeakMap<Parameters, Digests>();

/** The file of an item. It is opened only when it is sent. */
export function mediaFileOf(parameters: Parameters, itemIndex: number): MediaFile {
	const { context } = parameters;
	const binary = binaryOf(parameters, itemIndex);
	const digests = digestsOfRun.get(parameters) ?? new Map<string, string>();
	digestsOfRun.set(parameters, digests);
	return {
		...nameAndType(binary, parameters.options(itemIndex)),
		...storedFile(context, binary, digests),
	};
}

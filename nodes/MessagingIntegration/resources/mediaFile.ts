import { createHash } from 'node:crypto';

import type { IBinaryData, IDisplayOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../api/failure';
import { quoted } from '../api/quoted';
import type { MediaFile } from '../api/request';
import type { Parameters } from './parameters';

/** The input field that holds the file. */
export function binaryField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the input field that holds the file',
		description: 'The name of the input field with the binary data of the file to be sent',
		displayOptions: { show },
	};
}

function binaryOf(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData {
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		const there = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
		throw invalidInput(
			`The item has no file in the field "${quoted(field)}"`,
			there.length === 0
				? 'The item has no files at all: the node before this one must pass its binary data on.'
				: `Enter one of these in "Input Data Field Name": ${quoted(there.join(', '))}.`,
		);
	}
}

/** The file of an item, by the field it is in; it is read when it goes out. */
export function mediaFileOf(parameters: Parameters, itemIndex: number): MediaFile {
	const { context } = parameters;
	const field = parameters.get('binaryPropertyName', itemIndex) as string;
	const { fileName, mimeType } = parameters.get('options', itemIndex, {}) as {
		fileName?: string;
		mimeType?: string;
	};
	const binary = binaryOf(context, itemIndex, field);
	return {
		fileName: fileName || binary.fileName || 'file',
		mimeType: mimeType || binary.mimeType || 'application/octet-stream',
		// In memory mode n8n has no id for a file, but its content at hand.
		identity: binary.id ?? createHash('sha256').update(binary.data).digest('base64url'),
		read: async () => await context.helpers.getBinaryDataBuffer(itemIndex, field),
	};
}

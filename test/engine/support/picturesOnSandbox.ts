import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox } from './deliveryOnSandbox';
import { anyText } from './matchers';
import { message, photo, upload } from './parameters';
import type { InputFile, InputItem } from './startNode';

export function picture(name: string): InputFile {
	return { ...photo, bytes: Buffer.from(`bytes of ${name}`), fileName: `${name}.png` };
}

/** As n8n's form names the files of one field: Pictures_0, Pictures_1, … */
export function itemWith(...names: string[]): InputItem {
	return {
		json: { to: '1555' },
		binary: Object.fromEntries(names.map((name, at) => [`Pictures_${at}`, picture(name)])),
	};
}
export const three = itemWith('a', 'b', 'c');

/** Sends all pictures of each item. */
export function pictures(fields: INodeParameters = {}): INodeParameters {
	return {
		...message('image'),
		to: '={{ $json.to }}',
		binaryPropertyName: 'Pictures*',
		caption: 'Look',
		...fields,
	};
}
export const uploads = { ...upload, binaryPropertyName: 'Pictures*' };

export const allArrived = ['1555 a Look', '1555 b', '1555 c'];
export const accepted = { id: anyText, status: 'accepted', to: anyText, fileName: anyText };

/** The engine on a sandbox, and what became of the pictures that it sent. */
export function picturesOnSandbox() {
	const onSandbox = deliveryOnSandbox();
	const { control, requests } = onSandbox;
	return {
		...onSandbox,
		/** The accepted messages: recipient, the file's name without its extension, and caption. */
		arrived: async (): Promise<string[]> => {
			const nameOf = new Map(
				(await requests()).map(({ file }) => [file?.storageRef, file?.fileName.split('.')[0]]),
			);
			return (await control().messages()).map(({ to, content: { media } }) =>
				[to, nameOf.get(media?.storageRef), media?.caption].filter(Boolean).join(' '),
			);
		},
	};
}

import type { INodeParameters } from 'n8n-workflow';

import type { Indication } from '../../../dev/sandbox/message';

/** How n8n saves the parameter "Instance" when the user enters an ID. */
export function byId(id: string) {
	return { __rl: true, mode: 'id', value: id };
}

/** The three parameters that a text needs; the others keep their defaults. */
export const text: INodeParameters = { instanceId: byId('demo'), to: '12025554567', text: 'hello' };

/** A message without the fields that its content type needs. */
export function message(contentType: string, fields: INodeParameters = {}): INodeParameters {
	return { instanceId: byId('demo'), to: '12025554567', contentType, ...fields };
}

export const upload: INodeParameters = {
	resource: 'media',
	operation: 'upload',
	instanceId: byId('demo'),
};

export function presence(operation: Indication, fields: INodeParameters = {}): INodeParameters {
	return { resource: 'presence', operation, instanceId: byId('demo'), ...fields };
}

export const getAll: INodeParameters = { resource: 'instance', operation: 'getAll' };

/** A row of n8n's assignment collection, as the editor saves it. */
export function assignment(name: string, value: unknown, type: string) {
	return { id: name, name, value: value as string, type };
}

/** A file for an item. */
export const photo = {
	bytes: Buffer.from('\0not really a photo'),
	fileName: 'photo.png',
	mimeType: 'image/png',
};

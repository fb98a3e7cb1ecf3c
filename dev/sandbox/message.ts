/** The eleven values of `content.type` (API reference, part 2). */
const mediaTypes = ['image', 'video', 'audio', 'document'] as const;
const freeTypes = ['location', 'contact', 'poll', 'buttons', 'list', 'reaction'] as const;
export const contentTypes = ['text', ...mediaTypes, ...freeTypes] as const;

export type ContentType = (typeof contentTypes)[number];

/** The indications of the service, by the last part of their path. */
export const indications = ['typing', 'read'] as const;

export type Indication = (typeof indications)[number];

/** What an engine may support. */
export type Feature = ContentType | Indication;

export interface SendRequest {
	to: string;
	content: {
		/** On the page also that of an indication. */
		type: Feature;
		text?: string;
		media?: { url?: string; storageRef?: string; caption?: string };
		[field: string]: unknown;
	};
}

/** A message that the sandbox accepted. */
export interface Message extends SendRequest {
	id: string;
	instanceId: string;
	/** ISO 8601. */
	acceptedAt: string;
	/** The upload to which the message refers. */
	file?: AttachedFile;
}

export type AttachedFile = Record<'fileName' | 'mimeType', string> & { size: number };

const media = {
	type: 'object',
	properties: {
		url: { type: 'string', minLength: 1 },
		storageRef: { type: 'string', minLength: 1 },
		caption: { type: 'string' },
	},
	oneOf: [{ required: ['url'] }, { required: ['storageRef'] }],
};

/**
 * JSON Schema of a request that sends a message (API reference, parts 2 and 4). Where the reference shows
 * no fields, any are accepted; additional fields are accepted everywhere.
 */
export const sendRequestSchema = {
	type: 'object',
	required: ['to', 'content'],
	properties: {
		to: { type: 'string', minLength: 1 },
		content: {
			type: 'object',
			required: ['type'],
			discriminator: { propertyName: 'type' },
			oneOf: [
				{ properties: { type: { const: 'text' }, text: { type: 'string' } }, required: ['text'] },
				{ properties: { type: { enum: mediaTypes }, media }, required: ['media'] },
				{ properties: { type: { enum: freeTypes } } },
			],
		},
	},
};

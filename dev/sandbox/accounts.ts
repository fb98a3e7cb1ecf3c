import { contentTypes, type Feature, indications } from './message';

/** The scopes that the reference names as examples (API reference, part 5). */
const scopes =
	'messages:send instances:read instances:write chats:read contacts:read groups:read groups:write webhooks:manage';

/** Those that the reference connects with an endpoint. */
export type Scope = 'messages:send' | 'instances:read';

export interface Account {
	key: string;
	scopes: readonly string[];
}

/** The keys that the sandbox knows, by their permissions. They work only in the sandbox. */
export const keys = {
	all: { key: 'sandbox_live_all_scopes', scopes: scopes.split(' ') },
	sendOnly: { key: 'sandbox_live_send_only', scopes: ['messages:send'] },
	readOnly: { key: 'sandbox_live_read_only', scopes: ['instances:read'] },
	none: { key: 'sandbox_live_no_scopes', scopes: [] },
} satisfies Record<string, Account>;

const lacking: readonly Feature[] = ['poll', 'buttons', 'list', 'reaction'];

/** What each engine supports; it refuses everything else with 422 (API reference, part 7). */
export const engines = {
	full: [...contentTypes, ...indications],
	basic: [...contentTypes.filter((type) => !lacking.includes(type)), ...indications],
	minimal: ['text'],
} satisfies Record<string, readonly Feature[]>;

export interface Instance {
	id: string;
	name: string;
	phone: string;
	engine: keyof typeof engines;
}

/** The demo instances. One ID contains every character that must be encoded in a path. */
export const instances: readonly Instance[] = [
	{ id: 'demo', name: 'Demo phone', phone: '491500000001', engine: 'full' },
	{ id: 'basic', name: 'Basic phone', phone: '491500000002', engine: 'basic' },
	{ id: 'minimal', name: 'Text only', phone: '491500000003', engine: 'minimal' },
	{ id: 'a/b ?#', name: 'Awkward id', phone: '491500000004', engine: 'full' },
];

/** A request to the service, of which message, and for whom. */
interface Exchange<What> {
	what: What;
	kind: string;
	msg: string;
	to: string;
	instance: string;
}

/** What n8n was told about a message. */
type As = 'sent' | 'skipped' | 'countedAsSent' | 'dryRun' | 'notSent' | 'unknown';

/** Something that happened, in the order in which it did. What the judge reads, and nothing else. */
export type Event = { at: number; execution: string } & (
	| { what: 'begins'; retryOf?: string; family: string; items: string[]; edits: string }
	| Exchange<'request'>
	// `heard`: when its answer arrives.
	| (Exchange<'accepted'> & { heard: number })
	// `retryAfter`: of one that met a limit; 0 if the service does not say how long (s).
	| (Exchange<'refused'> & { retryAfter?: number })
	// The node got no definite answer.
	| Exchange<'unheard'>
	| { what: 'fault'; fault: string; of: string }
	| { what: 'told'; msg: string; as: As; reason?: string }
	| { what: 'hint'; text: string }
	| { what: 'try fails'; text: string }
	| { what: 'ends'; how: 'success' | 'error' | 'killed'; text?: string; left?: string }
	// What the run counted.
	| { what: 'counts'; repeated: number; slowed: number; pauses: number }
	| { what: 'leaks'; text: string }
	| { what: 'calm' }
);

/** As a table that a person can read. */
export function tableOf(history: Event[]): string {
	// The log repeats what the service shows.
	const isLog = (event: Event) => event.what === 'hint' && event.text.startsWith('Messaging');
	const shown = history.filter((event) => !isLog(event));
	const rows = shown.map(({ at, execution, what, ...rest }) => {
		const said = Object.entries(rest)
			.filter(([, value]) => value !== undefined && value !== '')
			.map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`);
		return [`${(at / 1000).toFixed(3)} s`.padStart(12), execution.padStart(3), what.padEnd(9)]
			.concat(said.join(', ').slice(0, 240))
			.join('  ');
	});
	return rows.join('\n');
}

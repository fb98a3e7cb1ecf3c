import { html, nothing } from 'lit-html';
import type { Fault, PlacedFault, SandboxControl } from '../sandboxControl';

/** Short enough for a select on a phone, which cuts off what is longer. */
const kinds: Readonly<Record<string, Fault>> = {
	'429 Too Many Requests': { status: 429 },
	'503, pause for 2 seconds': { status: 503, headers: { 'retry-after': '2' } },
	'500 Internal Server Error': { status: 500 },
	'401 Unauthorized': { status: 401 },
	'403 Forbidden': { status: 403 },
	'413 Content Too Large': { status: 413 },
	'422 NOT_SUPPORTED_BY_ENGINE': { status: 422, code: 'NOT_SUPPORTED_BY_ENGINE' },
	'Sent, then connection lost': { reset: 'afterReading', carryOut: true },
	'Sent, answer after 3 seconds': { delay: 3000 },
	'No answer at all': { hang: true },
};

const targets: Readonly<Record<string, Fault>> = {
	'any request': {},
	messages: { method: 'POST', path: '/messages$' },
	uploads: { method: 'POST', path: '/media$' },
	'typing and read': { method: 'POST', path: '/(typing|read)$' },
	'the instance list': { method: 'GET', path: '/instances$' },
};

const counts: Readonly<Record<string, Fault>> = {
	'the next one': { count: 1 },
	'the next five': { count: 5 },
	'every one': { count: 1e9 },
};

/** The faults that are on, and a form for another one. */
export function faultsPanel(control: SandboxControl, faults: PlacedFault[], isOpen: boolean) {
	const waiting = faults.filter(({ hits, count = 1 }) => hits < count).length;
	const switchOn = (event: SubmitEvent) => {
		event.preventDefault();
		const [kind = '', target = '', count = ''] = Array.from(
			(event.currentTarget as HTMLFormElement).querySelectorAll('select'),
			({ value }) => value,
		);
		void control.bend({ ...kinds[kind], ...targets[target], ...counts[count] });
	};
	const placed = (fault: PlacedFault) => {
		const name = nameOf(fault, kinds) ?? `Fault from a test (${fault.id})`;
		const { hits, count = 1, path = 'any request' } = fault;
		const target = nameOf(fault, targets) ?? path;
		const reach = `${target}, applied to ${hits} of ${count < 1e9 ? count : 'all'}`;
		return html`<li>
			${name} <small>${reach}${hits < count ? '' : ', used up'}</small>
			<button aria-label="Switch off ${name}" @click=${() => control.unbend(fault.id)}>
				Switch off
			</button>
		</li>`;
	};
	return html`
		<details ?open=${isOpen}>
			<summary>Faults ${waiting > 0 ? html`<mark>(${waiting} on)</mark>` : nothing}</summary>
			<ul aria-label="Faults that are on">
				${faults.toReversed().map(placed)}
			</ul>
			<p>
				See what your workflow does when the service fails. Nothing is sent unless the fault says
				so.
			</p>
			<form @submit=${switchOn}>
				${choice('Fault', kinds)} ${choice('For which requests', targets)}
				${choice('How many of them', counts)}
				<button>Switch on</button>
			</form>
		</details>
	`;
}

/** The name of the entry whose fields the fault has. The last one counts, because the first may have none. */
function nameOf(fault: Fault, entries: Readonly<Record<string, Fault>>): string | undefined {
	const has = (wanted: Fault) =>
		JSON.stringify({ ...fault, ...wanted }) === JSON.stringify(fault) &&
		(entries !== targets || wanted.path === fault.path);
	return Object.keys(entries).findLast((name) => has(entries[name] ?? {}));
}

const choice = (label: string, entries: object) => html`
	<label>
		${label}
		<select>
			${Object.keys(entries).map((name) => html`<option>${name}</option>`)}
		</select>
	</label>
`;

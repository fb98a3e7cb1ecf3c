import { html, render } from 'lit-html';
import { keys } from '../accounts';
import { sandboxControl } from '../sandboxControl';
import type { PageState } from '../page';
import { conversations, counted } from './conversations';
import { faultsPanel } from './faultsPanel';

const control = sandboxControl(location.origin);
/** The panels are open where there is room for them beside the messages. */
const isWide = matchMedia('(min-width: 60rem)').matches;

let { messages, total, faults }: PageState = { messages: [], total: 0, faults: [] };
let status = '';
/** In lower case; the page shows only messages that contain it. */
let filter = '';

const page = () => html`
	<header>
		<h1>Messaging sandbox</h1>
		<small role="status">${status}</small>
		<small role="status">${counted(total, 'message')}</small>
		<input
			type="search"
			placeholder="Filter"
			aria-label="Filter by recipient or content"
			@input=${({ target }: Event) => {
				filter = (target as HTMLInputElement).value.toLowerCase();
				render(page(), document.body);
			}}
		/>
		<button @click=${() => control.forget()}>Clear</button>
	</header>
	<main>
		<aside>
			${faultsPanel(control, faults, isWide)}
			<details ?open=${isWide}>
				<summary>API keys</summary>
				<p>These keys work with this sandbox only. Its base URL:</p>
				<ul>
					${copyable('base URL', location.origin)}
					${Object.values(keys).map(({ key, scopes }) =>
						copyable(`key ${key}`, key, `scopes: ${scopes.join(', ') || 'none'}`),
					)}
				</ul>
			</details>
		</aside>
		<div>
			${messages.length > 0
				? conversations(messages, filter)
				: html`<article>
						Nothing has arrived yet. In n8n, create a Messaging Integration API credential with the
						base URL and a key from this page, and send a message to any number. It appears here. To
						see what a workflow would send, without any service, choose Dry Run in the options of
						the node.
					</article>`}
		</div>
	</main>
`;

const copyable = (what: string, text: string, about = '') => html`
	<li>
		<code>${text}</code> <button aria-label="Copy ${what}" @click=${copy}>Copy</button>
		<small>${about}</small>
	</li>
`;

async function copy({ currentTarget }: Event): Promise<void> {
	const button = currentTarget as HTMLButtonElement;
	await navigator.clipboard.writeText((button.previousElementSibling as HTMLElement).innerText);
	button.textContent = 'Copied';
}

/** Asks the sandbox for its state every half second. lit changes only what is new, so screen readers say no more. */
async function poll(): Promise<void> {
	try {
		const answer = await fetch('/_sandbox/state', { cache: 'no-store' });
		({ messages, total, faults } = (await answer.json()) as PageState);
		status = 'Live';
	} catch {
		status = 'Connection to the sandbox lost. Trying again …';
	}
	render(page(), document.body);
	setTimeout(() => void poll(), 500);
}

void poll();

import { html, render } from 'lit-html';
import { keys } from '../accounts';
import { sandboxControl } from '../sandboxControl';
import type { PageState } from '../page';
import { conversations } from './conversations';
import { faultsPanel } from './faultsPanel';

const control = sandboxControl(location.origin);
/** The panels are open where there is room for them beside the messages. */
const isWide = matchMedia('(min-width: 60rem)').matches;

/** In lower case; the page shows only conversations that contain it. */
let filter = '';

const page = ({ messages, total, faults }: PageState, status: string) => html`
	<header>
		<h1>Messaging sandbox</h1>
		<small role="status">${status}</small>
		<small role="status">${total.toLocaleString()} ${total === 1 ? 'message' : 'messages'}</small>
		<input
			type="search"
			placeholder="Filter"
			aria-label="Filter by recipient or content"
			@input=${({ target }: Event) => {
				filter = (target as HTMLInputElement).value.toLowerCase();
				render(page({ messages, total, faults }, status), document.body);
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
						base URL and a key from this page, and send a message to any number. It appears here.
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
	const code = button.previousElementSibling as HTMLElement;
	// If the browser does not allow that, the text is selected for the user to copy.
	button.textContent = await navigator.clipboard.writeText(code.innerText).then(
		() => 'Copied',
		() => (getSelection()?.selectAllChildren(code), 'Selected'),
	);
}

/** Asks the sandbox for its state every half second. lit changes only what is new, so screen readers say no more. */
async function poll(last: PageState): Promise<void> {
	const state = await fetch('/_sandbox/state', { cache: 'no-store' }).then(
		async (answer) => (await answer.json()) as PageState,
		() => undefined,
	);
	const status = state ? 'Live' : 'Connection to the sandbox lost. Trying again …';
	render(page(state ?? last, status), document.body);
	setTimeout(() => void poll(state ?? last), 500);
}

void poll({ messages: [], total: 0, faults: [] });

import { announce } from './announcements';
import { summary } from './bubble';
import { ConversationList } from './conversation-list';
import { ConversationView } from './conversation-view';
import { Conversations } from './conversations';
import { part } from './element';
import { faultsPanel, showFaults } from './faults-panel';
import { keysPanel } from './keys-panel';
import { follow } from './live';
import { panel } from './panel';
import { welcome } from './welcome';

const main = part('conversation');
const conversations = new Conversations(redraw);
const list = new ConversationList(conversations, choose, draw);
let openKey: string | undefined;
let view: ConversationView | undefined;
/** What the sandbox tells from the start is drawn when it is all there. */
let isReplaying = true;
let isDue = false;

/** Draws what has changed, once a frame at most. */
function redraw(): void {
	if (isDue || isReplaying) return;
	isDue = true;
	requestAnimationFrame(() => {
		isDue = false;
		if (!isReplaying) draw();
	});
}

function draw(): void {
	const open = conversations.find(openKey ?? '') ?? conversations.matching('')[0];
	openKey = open?.key;
	if (!open) {
		view = undefined;
		if (!main.querySelector('.welcome')) main.replaceChildren(welcome());
		document.body.dataset.view = 'list';
	} else if (view?.conversation === open) {
		const added = view.update();
		const last = added.at(-1);
		if (last) announce(added.length === 1 ? `New message: ${summary(last)}` : `${added.length} new messages`);
	} else {
		view = new ConversationView(open, back);
		main.replaceChildren(view.root);
		view.update();
		view.toBottom();
	}
	if (open) open.unread = 0;
	document.body.classList.toggle('empty', !open);
	list.show(openKey);
}

function choose(key: string): void {
	openKey = key;
	document.body.dataset.view = 'conversation';
	draw();
	view?.heading.focus();
}

function back(): void {
	document.body.dataset.view = 'list';
	list.focus();
}

panel('keys', 'API keys', keysPanel());
panel('faults', 'Faults', faultsPanel());
follow({
	message(message) {
		const conversation = conversations.accept(message);
		if (!isReplaying) conversation.unread++;
		redraw();
	},
	indication(indication) {
		const meant = conversations.indicate(indication);
		const what = indication.operation === 'typing' ? 'typing …' : 'Read';
		if (meant.some(({ key }) => key === openKey)) announce(what);
		redraw();
	},
	faults: showFaults,
	cleared() {
		conversations.clear();
		redraw();
	},
	connecting() {
		isReplaying = true;
	},
	ready() {
		isReplaying = false;
		draw();
	},
});

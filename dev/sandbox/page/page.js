// Shows the messages and the faults of the sandbox, which it asks every half second.
import { element, contentOf } from './message.js';

const at = (id) => document.getElementById(id);

/** How many conversations are shown, and how many messages of each, unless a filter asks for more of them. */
const most = 20;
const few = 10;

const counted = (count, what) => `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`;

/** @param {string} method @param {string} path @param {object} [body] */
const control = (method, path, body) =>
	fetch(`/_sandbox/${path}`, {
		method,
		...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});

const earlier = (count, what) =>
	count > 0 && element('small', {}, `${counted(count, `earlier ${what}`)}: filter to see more`);

/** The messages that are on the page, by their IDs: one that stays is not made again, so a video in it goes on. */
const shown = new Map();

function itemOf(message) {
	const known = shown.get(message.id);
	if (known) return known;
	const time = element('small', {}, new Date(message.acceptedAt).toLocaleTimeString());
	const made = element('li', {}, ...contentOf(message), time);
	shown.set(message.id, made);
	return made;
}

/** @param messages newest first */
function conversation(messages, length) {
	const [{ to, instance }] = messages;
	const mark = element(
		'mark',
		{ title: "The service's reference shows only digits as recipients." },
		'not only digits',
	);
	return element(
		'article',
		{},
		element('h2', {}, element('bdi', {}, to || 'No recipient'), ' ', !/^\d*$/.test(to) && mark),
		element('small', {}, instance),
		' ',
		earlier(messages.length - length, 'message'),
		element(
			'ol',
			{ 'aria-label': `Messages to ${to}` },
			...messages.slice(0, length).reverse().map(itemOf),
		),
	);
}

/** The messages by instance and recipient; the conversation with the newest message comes first. */
function showMessages(messages) {
	const filter = at('filter').value.toLowerCase();
	const wanted = messages.filter(({ to, content, file }) =>
		JSON.stringify([to, content, file?.fileName]).toLowerCase().includes(filter),
	);
	const all = [
		...Map.groupBy(wanted.toReversed(), ({ instanceId, to }) =>
			JSON.stringify([instanceId, to]),
		).values(),
	];
	const articles = all
		.slice(0, most)
		.map((own) => conversation(own, filter ? own.length : Math.min(own.length, few)));
	at('empty').hidden = messages.length > 0;
	const nothing =
		messages.length > 0 && all.length === 0 && element('article', {}, 'No message contains this.');
	const parts = [...articles, nothing, earlier(all.length - most, 'conversation')];
	at('conversations').replaceChildren(...parts.filter(Boolean));
	const kept = new Set(messages.map(({ id }) => id));
	for (const id of shown.keys()) if (!kept.has(id)) shown.delete(id);
}

/** The words of the choice whose fields the fault has. The last one counts, because the first may have none. */
function chosenWords(id, fault) {
	const has = ({ value }) => {
		const wanted = JSON.parse(value);
		const isSame = JSON.stringify({ ...fault, ...wanted }) === JSON.stringify(fault);
		return isSame && (id !== 'target' || wanted.path === fault.path);
	};
	return [...at(id).options].findLast(has)?.text;
}

function faultItem(fault) {
	const name = chosenWords('kind', fault) ?? `Fault from a test (${fault.id})`;
	const { hits, count = 1, path } = fault;
	const target = chosenWords('target', fault) ?? path;
	const reach = `${target}, applied to ${hits} of ${count < 1e9 ? count : 'all'}`;
	const button = element('button', { 'aria-label': `Switch off ${name}` }, 'Switch off');
	button.onclick = () => control('DELETE', `faults/${fault.id}`);
	const state = element('small', {}, reach + (hits < count ? '' : ', used up'));
	return element('li', {}, `${name} `, state, ' ', button);
}

function showFaults(faults) {
	const waiting = faults.filter(({ hits, count = 1 }) => hits < count).length;
	at('on').textContent = waiting > 0 ? `(${waiting} on)` : '';
	at('faults').replaceChildren(...faults.toReversed().map(faultItem));
}

function copyable(what, text, about = '') {
	const button = element('button', { 'aria-label': `Copy ${what}` }, 'Copy');
	button.onclick = async () => {
		await navigator.clipboard.writeText(text);
		button.textContent = 'Copied';
	};
	return element('li', {}, element('code', {}, text), ' ', button, element('small', {}, about));
}

function showKeys(keys) {
	const items = keys.map(({ key, scopes }) =>
		copyable(`key ${key}`, key, `scopes: ${scopes.join(', ') || 'none'}`),
	);
	at('keys').replaceChildren(copyable('base URL', location.origin), ...items);
}

/** The state that is on the page, as the sandbox said it. Only what is new is shown again. */
let last = '{}';

function show(text) {
	if (text === last) return;
	const [{ messages, total, faults, keys }, before] = [JSON.parse(text), JSON.parse(last)];
	last = text;
	const isNew = (name, value) => JSON.stringify(value) !== JSON.stringify(before[name]);
	at('total').textContent = counted(total, 'message');
	if (isNew('messages', messages)) showMessages(messages);
	if (isNew('faults', faults)) showFaults(faults);
	if (isNew('keys', keys)) showKeys(keys);
}

async function poll() {
	let status = 'Live';
	try {
		show(await (await fetch('/_sandbox/state', { cache: 'no-store' })).text());
	} catch {
		status = 'Connection to the sandbox lost. Trying again …';
	}
	// A screen reader says each change of it.
	if (at('status').textContent !== status) at('status').textContent = status;
	setTimeout(poll, 500);
}

// The panels are open where there is room for them beside the messages.
const isWide = matchMedia('(min-width: 60rem)').matches;
for (const panel of document.querySelectorAll('details')) panel.open = isWide;
at('filter').oninput = () => showMessages(JSON.parse(last).messages ?? []);
at('clear').onclick = () => control('DELETE', 'requests');
document.forms[0].onsubmit = (event) => {
	event.preventDefault();
	const [kind, target, count] = ['kind', 'target', 'count'].map((id) => JSON.parse(at(id).value));
	control('POST', 'faults', { ...kind, ...target, ...count });
};
poll();

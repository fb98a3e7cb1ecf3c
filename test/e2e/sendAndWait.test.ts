// Questions in a real n8n: links, pages, answers, loops, sub-workflows, restarts.
import { fetchN8n } from '../n8n/fetchN8n';
import { until } from '../support/until';
import { editor } from './support/editor';
import { plainNode } from './support/nodes';
import {
	answer,
	answered,
	ask,
	asked,
	askNode,
	oneHour,
	start,
	statusOf,
	words,
} from './support/questions';
import { realN8n } from './support/realN8n';
import { severalQuestionsTests } from './severalQuestionsTests';
import { userAgents } from './support/userAgents';
import { respondedBy } from '../support/respondedBy';

const n8n = realN8n();
const { visit } = editor(n8n);

const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const responded = { ...respondedBy('12025554567'), respondedAt };
const approved = [{ data: { approved: true, ...responded } }];
const approve = { answer: 'approve' };
const comment = 'Not on Friday,\nplease';

describe('a person opens the link', () => {
	it.each([
		['Approve', '', { approved: true }],
		['Decline', '', { approved: false }],
		['Decline', comment, { approved: false, comment, chatInput: comment }],
	])('and presses %s, with the comment %j', async (button, entered, data) => {
		const { workflow, link } = await ask(n8n());
		const page = await visit(link);
		await page.getByText(words).waitFor();
		await page.getByLabel('Comment (optional)').fill(entered);
		await page.getByRole('button', { name: button }).click();
		await page.getByRole('heading', { name: 'Recorded' }).waitFor();
		expect(await answered(n8n(), workflow)).toEqual([{ data: { ...data, ...responded } }]);
	});

	it('and clicks twice, which sends one answer', async () => {
		const { workflow, link } = await ask(n8n());
		const page = await visit(link);
		const sent: string[] = [];
		page.on('request', (request) => sent.push(request.method()));
		await page.getByRole('button', { name: 'Approve' }).dblclick();
		await page.getByRole('heading', { name: 'Recorded' }).waitFor();
		expect(sent.filter((method) => method === 'POST')).toHaveLength(1);
		expect(await answered(n8n(), workflow)).toEqual(approved);
	});

	it('and writes a text with line breaks and markup, below a question that has both', async () => {
		const [heading, below] = ['<img src=x onerror=alert(1)>', '</p><script>alert(2)</script>'];
		const message = `${heading}\n${below}`;
		const { workflow, link } = await ask(n8n(), { message, responseType: 'freeText' });
		const page = await visit(link);
		expect(await page.locator('h1').innerText()).toBe(heading);
		expect(await page.locator('.message').innerText()).toBe(below);
		expect(await page.locator('img, script').count()).toBe(0);
		const text = 'First line\n<b onclick="x">second</b> & third\n\n{{ $json }} \u{1F44D}';
		await page.getByRole('textbox').fill(text);
		await page.getByRole('button', { name: 'Send answer' }).click();
		await page.getByRole('heading', { name: 'Recorded' }).waitFor();
		expect(await answered(n8n(), workflow)).toEqual([{ data: { text, ...responded } }]);
	});
});

it('nothing decides but the answer: no preview, no other method, no body that is none', async () => {
	const { workflow, link } = await ask(n8n());
	for (const agent of userAgents) {
		for (const method of ['GET', 'HEAD']) {
			const { status } = await fetchN8n(link, { method, headers: { 'user-agent': agent } });
			expect(status).toBe(200);
		}
	}
	const type = (name: string) => ({ 'content-type': name });
	const bodies: RequestInit[] = [
		{ body: new URLSearchParams({ answer: 'yes' }) },
		{ body: new URLSearchParams('answer=approve&answer=decline') },
		{ body: JSON.stringify({ answer: { approve: true } }), headers: type('application/json') },
		{ body: '{', headers: type('application/json') },
		{ body: '<answer>', headers: type('application/xml') },
		{ body: 'approve', headers: type('text/plain') },
		{ body: new Uint8Array([0, 255]), headers: type('application/octet-stream') },
		{ body: 'x'.repeat(17 * 1024 * 1024), headers: type('application/x-www-form-urlencoded') },
		{},
	];
	for (const init of bodies) {
		const { status } = await fetchN8n(link, { method: 'POST', ...init });
		expect(status).toBeGreaterThanOrEqual(400);
	}
	for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) await fetchN8n(link, { method });
	expect(await statusOf(n8n(), workflow)).toBe('waiting');
	expect((await answer(link, approve)).status).toBe(200);
	expect(await answered(n8n(), workflow)).toEqual(approved);
});

it('an answer that does not count, or an empty one, is asked for again, with the reason', async () => {
	const { workflow, link } = await ask(n8n());
	const headers = { 'content-type': 'application/json' };
	const perhaps = new URLSearchParams({ answer: 'perhaps' });
	for (const init of [{ body: perhaps }, {}, { body: 'null', headers }]) {
		const response = await fetchN8n(link, { method: 'POST', ...init });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('please choose one of the buttons');
	}
	expect(await statusOf(n8n(), workflow)).toBe('waiting');
});

it('n8n takes the answer to the largest form that the node sends', async () => {
	const values = Array.from({ length: 999 }, (_, at) => ({ option: String(at) }));
	const jsonOutput = [{ fieldLabel: 'All', fieldType: 'checkbox', fieldOptions: { values } }];
	const form = { responseType: 'customForm', defineForm: 'json' };
	const asked = { ...form, jsonOutput: JSON.stringify(jsonOutput) };
	const { workflow, link } = await ask(n8n(), asked);
	const body = new FormData();
	for (const { option } of values) body.append('f0', option);
	body.append('answer', 'send');
	expect((await fetchN8n(link, { method: 'POST', body })).status).toBe(200);
	const all = values.map(({ option }) => option);
	expect(await answered(n8n(), workflow)).toEqual([{ data: { All: all, ...responded } }]);
});

it('a page keeps to itself: no script, no cookie, nothing from elsewhere, no referrer, no search result', async () => {
	const { link } = await ask(n8n());
	const { headers } = await fetchN8n(link);
	expect(headers.get('content-security-policy')).toContain("default-src 'none'");
	expect(headers.get('referrer-policy')).toBe('no-referrer');
	expect(headers.get('x-robots-tag')).toContain('noindex');
	expect(headers.get('cache-control')).toBe('no-store');
	expect(headers.getSetCookie()).toEqual([]);
	const page = await visit('about:blank');
	const requested: string[] = [];
	page.on('request', (request) => requested.push(request.url()));
	await page.goto(link);
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByRole('heading', { name: 'Recorded' }).waitFor();
	expect(requested.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([link, link]);
});

it('a link with a changed signature or question, or with a parameter more, is refused', async () => {
	const { workflow, link } = await ask(n8n());
	const changed = (name: string, value: string) => {
		const url = new URL(link);
		url.searchParams.set(name, value);
		return url.href;
	};
	const signature = new URL(link).searchParams.get('signature') ?? '';
	for (const url of [
		changed(
			'signature',
			signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
		),
		changed('signature', ''),
		changed('form-waiting', 'another'),
		link.replace(/\?.*/, ''),
		// Mail and social media append such parameters.
		`${link}&utm_source=mail`,
	])
		expect((await answer(url, approve)).status).toBe(401);
	expect(await statusOf(n8n(), workflow)).toBe('waiting');
});

severalQuestionsTests(n8n);

it.each([`Ask "Bob" \\ 'o' {{ $json }} }} \u{1F4AC}`, 'constructor', 'two\u2028lines'])(
	'a node with any name finds its question: %j',
	async (name) => {
		const { workflow } = await start(n8n(), [{ ...askNode(n8n()), name }]);
		await answer(await asked(n8n(), workflow), approve);
		expect(await answered(n8n(), workflow, name)).toEqual(approved);
	},
);

it('an execution that was stopped while it waited cannot be answered, and its retry asks nobody again', async () => {
	const { workflow, link } = await ask(n8n());
	const [execution] = await n8n().api.executions(workflow.id);
	await n8n().api.call('POST', `/executions/${execution?.id}/stop`);
	// n8n itself answers, by a page.
	expect(await (await answer(link, approve)).text()).not.toContain('was recorded');
	await n8n().api.retry(execution?.id ?? '');
	expect(await answered(n8n(), workflow)).toEqual([{ data: { timedOut: true } }]);
	expect(await n8n().sandbox.messages()).toHaveLength(1);
});

it('n8n restarts while executions wait: a question can be answered, and a wait that ended says so', async () => {
	const expiring = await ask(n8n(), oneHour);
	await n8n().sandbox.forget();
	const lasting = await ask(n8n());
	await n8n().killAndStart();
	await n8n().endWaits();
	expect(await answered(n8n(), expiring.workflow)).toEqual([{ data: { timedOut: true } }]);
	expect(await (await fetchN8n(expiring.link)).text()).toContain('No action required');
	await answer(lasting.link, approve);
	expect(await answered(n8n(), lasting.workflow)).toEqual(approved);
});

it('who taps again while the workflow goes on, or after it has failed, reads a page and no raw JSON', async () => {
	const seconds = { amount: 3, unit: 'seconds' };
	const wait = plainNode('Later', 'n8n-nodes-base.wait', 1.1, seconds);
	const fail = plainNode('Fail', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'x' });
	const { workflow } = await start(n8n(), [askNode(n8n()), wait, fail]);
	const link = await asked(n8n(), workflow);
	expect(await (await answer(link, approve)).text()).toContain('Your answer was recorded');
	const reading = async (words: RegExp) =>
		await until(String(words), async () => {
			const late = await answer(link, approve);
			const type = late.headers.get('content-type');
			return words.test(await late.text()) && type?.startsWith('text/html');
		});
	await reading(/The execution &quot;\d+&quot; is running already\./);
	await reading(/The execution &quot;\d+&quot; has finished with error\./);
});

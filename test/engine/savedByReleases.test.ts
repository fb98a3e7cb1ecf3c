// What n8n keeps for the node outlives an update: keys, the list of a failed execution, a question that waits.
// `SAVE_RELEASE=0.1.0 npx jest --selectProjects engine --testPathPatterns savedByReleases` writes what a release saves.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse, stringify } from 'flatted';
import type { IRun, IRunExecutionData } from 'n8n-workflow';
import { setProxies } from '../transport/support/proxyEnvironment';
import { itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { type AskedQuestion, question, questionsOnSandbox } from './support/questionsOnSandbox';

const { ask, visit, execute, control, acceptedTexts, requests, url } = questionsOnSandbox();
const { content, fill } = keyTable();

interface Saved {
	/** The rows of n8n's table for Send Once Keys: the first was sent, the second is in doubt. */
	keys: ReturnType<typeof content>;
	/** A list of four of which the third was refused, as n8n saves the execution. */
	failedList: string;
	/** A question that waits, and its link. */
	question: string;
	links: string[];
}

/** The digest of a key contains the address of the service, so it must be the same in all releases. */
const credential = { baseUrl: 'http://service.example.com', allowHttp: true };
const keyed = {
	id: 'node',
	items: itemsToAll(2),
	parameters: texts({ sendOnceKey: 'newsletter-12', concurrency: 1 }),
	onError: 'continueRegularOutput' as const,
	credential,
};
const list = { items: itemsToAll(4), parameters: texts({ concurrency: 1 }), credential };
const asked = question({ message: 'May Ada take Friday off?' });

/** As n8n saves it, without the paths of this machine. */
const savedRun = ({ data }: IRun) =>
	stringify(data, (key, value: unknown) => (key === 'stack' ? undefined : value));

const folder = join(__dirname, 'releases');
const runOf = (data: string) => ({ data: parse(data) as IRunExecutionData }) as IRun;
const savedBy = (release: string) =>
	JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8')) as Saved;

let proxy: Server;
beforeAll(async () => {
	proxy = createServer((request, response) => {
		const { pathname, search } = new URL(request.url ?? '');
		const target = new URL(pathname + search, url());
		const headers = { ...request.headers, host: target.host };
		const onward = forward(target, { method: request.method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	setProxies({ HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
});
afterAll(() => {
	setProxies();
	proxy.closeAllConnections();
	proxy.close();
});

const release = process.env.SAVE_RELEASE;
const releases = readdirSync(folder).map((name) => name.replace('.json', ''));

if (release !== undefined)
	it('saves what this release keeps', async () => {
		await control().bend({ path: 'messages$', skip: 1, reset: 'afterReading' });
		await execute(keyed);
		const keys = content();
		await control().straighten();
		await control().bend({ path: 'messages$', skip: 2, status: 422 });
		const { run } = await execute(list);
		await control().straighten();
		await control().forget();
		const { outcome, links } = await ask(asked, { credential });
		const saved: Saved = {
			keys,
			failedList: savedRun(run),
			question: savedRun(outcome.run),
			links,
		};
		const file = join(folder, `${release}.json`);
		if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(saved, null, '\t')}\n`);
	});

describe.each(release === undefined ? releases : [release])('what %s saved', (name) => {
	it('a key that was sent sends nothing again, and one in doubt stays in doubt', async () => {
		fill(savedBy(name).keys);
		const { items } = await execute(keyed);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ skipped: true, sendOnceKey: 'newsletter-12', to: '1000' },
			{ details: { delivery: 'unknown', reason: 'keyInDoubt' } },
		]);
		expect(await requests()).toEqual([]);
	});

	it('the retry of a list that failed sends exactly the rest', async () => {
		const { error } = await execute(list, runOf(savedBy(name).failedList));
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toEqual(['text 2', 'text 3']);
	});

	it('the link of a question that waits shows it, and takes the answer', async () => {
		const { question: waiting, links } = savedBy(name);
		const outcome = { run: runOf(waiting) } as AskedQuestion['outcome'];
		const open = { plan: { parameters: asked, credential }, outcome, links };
		expect((await visit(open)).page).toContain('May Ada take Friday off?');
		const { data } = await visit(open, { answer: 'approve' });
		expect(data).toMatchObject({ approved: true, respondedBy: '12025554567' });
	});
});

// Queue mode with Redis, Postgres and workers, which are killed, stopped and started.
import { expectNobodyReached } from '../e2e/support/evaluation';
import { workflowTimeout } from '../e2e/support/workflowTimeout';
import { type Cluster, startCluster } from './support/cluster';
import { formSubmissions } from './support/formSubmissions';
import { killedWorker } from './support/killedWorker';
import { killedRuns, killedWorkers } from './support/killedWorkers';
import { networks } from './support/networks';
import { neverTwice } from './support/neverTwice';
import { oldKeys } from './support/oldKeys';
import { questionForms } from './support/questionForms';
import { questions } from './support/questions';
import { severalFiles } from './support/severalFiles';
import { stopButton } from './support/stopButton';

let cluster: Cluster;
const began = Date.now();

beforeAll(async () => {
	cluster = await startCluster();
});

afterAll(async () => {
	// It is undefined if it could not start. An error here would hide that one.
	if (!(cluster as Cluster | undefined)) return;
	await cluster.stop();
	const seconds = Math.round((Date.now() - began) / 1000);
	process.stdout.write(`Queue mode, in ${seconds} s: ${cluster.counted.join('; ')}.\n`);
});

beforeEach(async () => {
	await cluster.sandbox.forget();
	await cluster.sandbox.straighten();
});

const running = () => cluster;

describe('with two workers', () => {
	beforeEach(async () => await cluster.workers.staff({}, {}));

	oldKeys(running);
	formSubmissions(running);
	stopButton(running);
	workflowTimeout(running);
	neverTwice(running);
	severalFiles(running);
	killedWorkers(running, 2);

	it('an evaluation reaches nobody: through a node, a sub-workflow, a tool, a review, an upload, a question', async () => {
		await expectNobodyReached(cluster);
	});
});

describe('with three workers', () => {
	beforeEach(async () => await cluster.workers.staff({}, {}, {}));

	neverTwice(running);
	killedWorkers(running, 3);
});

describe('when a worker is killed', () => {
	killedWorker(running);
});

describe('Send and Wait for Response', () => {
	questions(running);
});

describe('Send and Wait for Response with a form for several people', () => {
	questionForms(running);
});

describe('n8n without queue mode', () => {
	killedRuns(running);
});

describe('the network of a worker', () => {
	networks(running);
});

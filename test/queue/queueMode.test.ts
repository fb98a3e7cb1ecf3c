import { type Cluster, startCluster } from './cluster';
import { egressPolicy } from './egressPolicy';
import { formSubmissions } from './formSubmissions';
import { killedRuns } from './killedRuns';
import { killedWorker } from './killedWorker';
import { killedWorkers } from './killedWorkers';
import { neverTwice } from './neverTwice';
import { proxies } from './proxies';
import { retryExecution } from './retryExecution';
import { stopButton } from './stopButton';
import { subWorkflows } from './subWorkflows';

let cluster: Cluster;
const began = Date.now();

beforeAll(async () => {
	cluster = await startCluster();
});

afterAll(async () => {
	// There is none where it could not be started, and that is what is to be read then.
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

describe('two workers', () => {
	beforeEach(async () => await cluster.workers.staff({}, {}));

	formSubmissions(running);
	subWorkflows(running);
	stopButton(running);
	retryExecution(running);
	neverTwice(running);
	killedWorkers(running, 2);
});

describe('three workers', () => {
	beforeEach(async () => await cluster.workers.staff({}, {}, {}));

	neverTwice(running);
	killedWorkers(running, 3);
});

describe('a killed worker', () => {
	killedWorker(running);
});

describe('n8n without queue mode', () => {
	killedRuns(running);
});

describe('a worker in a guarded network', () => {
	egressPolicy(running);
});

describe('a worker behind a proxy', () => {
	proxies(running);
});

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import { sandboxControl } from '../../dev/sandbox/control';
import { type Sandbox, startSandbox } from '../../dev/sandbox/server';
import { until } from '../until';
import { type Engine, type RunOutcome, type RunRequest, startEngine } from './engine';

/** A run on the sandbox: its credential is the sandbox's own but for what is given. */
export interface SandboxRun extends Omit<RunRequest, 'credential'> {
	credential?: ICredentialDataDecryptedObject;
}

/** What a failed item becomes with "On Error: Continue". */
export interface FailedItem {
	error: string;
	details: { description?: string; httpStatus?: number; code?: string; delivery: string };
}

/** The engine and a sandbox for the tests of one file; the sandbox is emptied before each. */
export function engineOnSandbox() {
	let engine: Engine;
	let sandbox: Sandbox;
	const control = () => sandboxControl(sandbox.url);

	beforeAll(async () => {
		[engine, sandbox] = await Promise.all([startEngine(), startSandbox()]);
	});
	beforeEach(async () => {
		await control().forget();
		await control().straighten();
	});
	afterAll(async () => {
		await sandbox.close();
		await engine.stop();
	});

	const onSandbox = (run: SandboxRun): RunRequest => ({
		...run,
		credential: { baseUrl: sandbox.url, apiKey: keys.all.key, ...run.credential },
	});
	const run = async (request: SandboxRun): Promise<RunOutcome> => await engine.run(onSandbox(request));
	/** The json of a run's only item, tried but once, where the node goes on with errors. */
	const failureOf = async ({ parameters, ...rest }: SandboxRun) => {
		const options = { maxTries: 1, ...(parameters.options as INodeParameters) };
		const { items } = await run({ onError: 'continueRegularOutput', parameters: { ...parameters, options }, ...rest });
		expect(items).toHaveLength(1);
		return items[0]?.json as unknown as FailedItem;
	};
	return {
		engine: () => engine,
		url: () => sandbox.url,
		control,
		run,
		begin: (request: SandboxRun) => engine.begin(onSandbox(request)),
		failureOf,
		/** All that arrived, as the sandbox logged it. */
		requests: async () => await control().requests(),
		untilArrived: async (count: number) =>
			await until(`Request ${count}`, async () => (await control().requests()).length >= count),
		/** The body of the only request that arrived. */
		sentBody: async () => {
			const arrived = await control().requests();
			expect(arrived).toHaveLength(1);
			return arrived[0]?.body;
		},
	};
}

import type { ICredentialDataDecryptedObject, IDataObject, IRun } from 'n8n-workflow';
import { keys } from '../../../dev/sandbox/accounts';
import type { Certainty } from '../../../nodes/MessagingIntegration/delivery';
import { runningSandbox } from '../../sandbox/support/runningSandbox';
import { until } from '../../support/until';
import { type Engine, type RunRequest, startEngine } from './engine';

/** A run on the sandbox. `credential` overrides parts of the sandbox's own. */
export interface SandboxRun extends Omit<RunRequest, 'credential'> {
	credential?: ICredentialDataDecryptedObject;
}

/** The json of a failed item with "On Error: Continue". */
export interface FailedItem {
	error: string;
	details: {
		to?: string;
		fileName?: string;
		description?: string;
		httpStatus?: number;
		code?: string;
		reason?: string;
		delivery: Certainty;
	};
}

/** The engine and a sandbox for the tests of one file. The sandbox is emptied before each test. */
export function engineOnSandbox() {
	const { control, url } = runningSandbox();
	let engine: Engine;

	beforeAll(async () => {
		engine = await startEngine();
	});
	afterAll(async () => await engine.stop());

	const onSandbox = ({ credential, ...request }: SandboxRun): RunRequest => ({
		...request,
		credential: { baseUrl: url(), apiKey: keys.all.key, ...credential },
	});
	/** @param failed the run of a failed execution that is retried */
	const begin = (request: SandboxRun, failed?: IRun) => engine.begin(onSandbox(request), failed);
	/** @see Engine.resume */
	const resume = async (
		request: SandboxRun,
		waiting: IRun,
		answer?: IDataObject,
		how?: 'asRetry' | 'killed',
	) => await engine.resume(onSandbox(request), waiting, answer, how);
	const run = async (request: SandboxRun, failed?: IRun) => await begin(request, failed).outcome;
	/** The json of a run's only item, with "On Error: Continue". */
	const failureOf = async (request: SandboxRun) => {
		const { items } = await run({ onError: 'continueRegularOutput', ...request });
		expect(items).toHaveLength(1);
		return items[0]?.json as unknown as FailedItem;
	};
	const untilArrived = async (count: number) =>
		await until(`Request ${count}`, async () => (await control().requests()).length >= count);
	return {
		engine: () => engine,
		/** A request with the sandbox's credential. */
		onSandbox,
		url,
		control,
		run,
		begin,
		resume,
		failureOf,
		/** Every request that arrived, as the sandbox logged it. */
		requests: async () => await control().requests(),
		untilArrived,
		/** A run that is stopped as soon as so many requests have arrived. */
		stoppedAfter: async (count: number, request: SandboxRun) => {
			const running = begin(request);
			await untilArrived(count);
			running.cancel();
			return await running.outcome;
		},
		/** The body of the only request that arrived. */
		sentBody: async () => {
			const arrived = await control().requests();
			expect(arrived).toHaveLength(1);
			return arrived[0]?.body;
		},
	};
}

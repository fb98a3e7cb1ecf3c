import fc from 'fast-check';
import type { INodeParameters, IRun } from 'n8n-workflow';

import type { LogEntry } from '../../dev/sandbox/requestLog';
import { keyTable } from './keyTable';
import { byId } from './parameters';
import { picture, picturesOnSandbox } from './picturesOnSandbox';

const { execute, control, requests } = picturesOnSandbox();
const { reset } = keyTable();

const faults = {
	refused: { status: 422 },
	inDoubt: { reset: 'afterReading' },
	acceptedInDoubt: { reset: 'afterReading', carryOut: true },
} as const;

const edits: Record<string, INodeParameters> = {
	words: { text: 'Corrected', caption: 'Corrected' },
	recipient: { to: '={{ $json.to }}9' },
	instance: { instanceId: byId('basic') },
	order: { binaryPropertyName: '={{ Object.keys($binary).reverse().join() }}' },
	files: { binaryPropertyName: '={{ Object.values($binary) }}' },
	key: { key: 'another' },
	noKey: { key: '' },
};

const badTimes = fc.array(
	fc.record({ skip: fc.nat({ max: 7 }), fault: fc.constantFrom(...Object.values(faults)) }),
	{ maxLength: 3 },
);

const plan = fc.record({
	items: fc.integer({ min: 1, max: 4 }),
	/** Of each item; none for texts. */
	files: fc.nat({ max: 3 }),
	/** Of a loop, or branches into the node. */
	passes: fc.integer({ min: 1, max: 3 }),
	key: fc.constantFrom('', 'k'),
	concurrency: fc.constantFrom(1, 3),
	retryOnFail: fc.boolean(),
	first: badTimes,
	retries: fc.array(
		fc.record({
			/** Which of the failed executions so far is retried; the last one for 0. */
			of: fc.nat({ max: 2 }),
			/** Two at the same moment. */
			isDouble: fc.boolean(),
			edits: fc.subarray(Object.keys(edits)),
			faults: badTimes,
		}),
		{ maxLength: 4 },
	),
});

type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

function workflowOf({ items, files, key, passes, concurrency, retryOnFail }: Plan) {
	return (edited: string[]) => {
		const all = [{ key }, ...edited.map((name) => edits[name])];
		const given = Object.assign({}, ...all) as INodeParameters & { key: string };
		const { key: sendOnceKey, ...parameters } = given;
		return {
			...{ id: 'node', runs: passes, retryOnFail, maxTries: 2, waitBetweenTries: 1 },
			items: Array.from({ length: items }, (_, at) => ({
				json: { to: `1202555010${at}`, tag: `item ${at}` },
				binary: Object.fromEntries(
					Array.from({ length: files }, (__, file) => [
						`Pictures_${file}`,
						picture(`${at}-${file}`),
					]),
				),
			})),
			parameters: {
				...{ instanceId: byId('demo'), to: '={{ $json.to }}', text: 'Hi', caption: 'Look' },
				...{ contentType: files > 0 ? 'image' : 'text', binaryPropertyName: 'Pictures*' },
				options: {
					...{ concurrency, maxTries: 1 },
					...(sendOnceKey !== '' && {
						sendOnceKey: `=${sendOnceKey} {{ $json.tag }} {{ $runIndex }}`,
					}),
					additionalContent: '={ "tag": "{{ $json.tag }}, pass {{ $runIndex }}" }',
				},
				...parameters,
			},
		};
	};
}

/** How the requests for each message ended, whatever was edited: by item, pass and file, in order of arrival. */
function endings(log: LogEntry[]): Record<string, Array<LogEntry['status'] | 'in doubt'>> {
	const nameOf = new Map(log.map(({ file }) => [file?.storageRef, file?.fileName]));
	const all: ReturnType<typeof endings> = {};
	for (const { operation, body, status } of log) {
		if (operation !== 'messages') continue;
		const { content } = body as { content: { tag: string; media?: { storageRef: string } } };
		const name = [content.tag, nameOf.get(content.media?.storageRef)].join();
		(all[name] ??= []).push(status ?? 'in doubt');
	}
	return all;
}

it('whatever is edited, and whoever retries what how often: nothing is sent after it was delivered or left in doubt, and the first retry sends the rest', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async (given) => {
			reset();
			await control().forget();
			const workflow = workflowOf(given);
			const executed = async (bad: Plan['first'], edited: string[], failed?: IRun) => {
				await control().straighten();
				for (const { skip, fault } of bad)
					await control().bend({ path: 'messages$', skip, ...fault });
				return await execute(workflow(edited), failed);
			};
			const failed: IRun[] = [];
			const keep = ({ error, run }: { error?: unknown; run: IRun }) => error && failed.unshift(run);
			keep(await executed(given.first, []));
			for (const { of, isDouble, ...retry } of given.retries) {
				const retried = failed[of % (failed.length || 1)];
				if (!retried) return;
				const one = async () => keep(await executed(retry.faults, retry.edits, retried));
				await (isDouble ? Promise.all([one(), one()]) : one());
			}
			for (const ends of Object.values(endings(await requests()))) {
				expect(ends.slice(0, -1).filter((end) => end !== 422)).toEqual([]);
			}
			// A last retry, in which nothing fails any more. It is the first of the execution that was not refused.
			let hasSent = false;
			for (const run of failed) {
				const { error, items } = await executed([], [], run);
				if (error?.message.includes('This execution was retried before')) continue;
				hasSent = true;
				const doubts = Object.values(endings(await requests())).filter(
					(ends) => ends.at(-1) === 'in doubt',
				);
				if (doubts.length > 0)
					expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
				else {
					expect(error).toBeUndefined();
					expect(items).toHaveLength(given.items * (given.files || 1));
				}
				break;
			}
			const after = endings(await requests());
			const inDoubt = Object.keys(after).filter((name) => after[name]?.at(-1) === 'in doubt');
			for (const [name, ends] of Object.entries(after)) {
				expect(ends.slice(0, -1).filter((end) => end !== 422)).toEqual([]);
				// A file in doubt keeps back the other files of its item.
				const tag = name.split(',').slice(0, 2).join();
				const isKeptBack = inDoubt.some((other) => other.startsWith(tag));
				if (hasSent && !isKeptBack) expect(ends.at(-1)).not.toBe(422);
			}
		}),
		{
			numRuns: 60,
			// The second retry meets a doubt from before and an item that the first one may have sent.
			examples: [
				[
					{
						...{ items: 2, files: 0, passes: 1, key: '', concurrency: 1, retryOnFail: false },
						first: [{ skip: 0, fault: faults.acceptedInDoubt }],
						retries: [
							{ of: 0, isDouble: false, edits: [], faults: [{ skip: 0, fault: faults.refused }] },
							{ of: 1, isDouble: false, edits: [], faults: [] },
						],
					},
				],
			],
		},
	);
}, 120_000);

// Tests: test/engine/dryRuns.test.ts
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Delivery, Foreseen, Json } from '../delivery';
import { type ItemRequest, namesIn, type RequestKind } from '../service/request';
import { ofRun } from '../words/hints';
import { refusal } from '../words/refusal';
import type { Why } from '../words/why';
import type { Connection } from '../n8n/connect';
import { isEvaluation, isManual } from '../n8n/context';
import { inTurns } from '../n8n/inTurns';
import { operationIn } from '../operations/resources';
import type { RunOptions } from '../parameters/options';
import { keyOf } from './deliveries';
import { fileDigest } from './digests';
import type { ItemReader, ReadItem } from './readItems';
import { inInputOrder, requestsOf, type Row, rowsOf } from './rows';

/** What a dry run gives instead of the reference that the service gives. */
const noReference = 'dry-run:';

/** Whether this run says what it would send, and sends nothing. */
export function isDryRun(context: IExecuteFunctions, when: RunOptions['dryRun']): boolean {
	if (when === 'never' || operationIn(context) === 'instance getAll') return false;
	return when === 'always' || isEvaluation(context) || (when === 'manual' && isManual(context));
}

/** @throws Refusal if a message refers to a file that was uploaded in a dry run only */
export function refuseDryReferences(requests: ItemRequest[]): ItemRequest[] {
	for (const { request } of requests) {
		const { content } = Object(request.body) as { content?: { media?: { storageRef?: unknown } } };
		const reference = content?.media?.storageRef;
		if (typeof reference === 'string' && reference.startsWith(noReference))
			throw refusal('fileOfDryRun');
	}
	return requests;
}

/** What comes out of a request instead of the service's answer. */
function dryAnswer(
	itemRequest: ItemRequest,
	{ account }: Connection,
	would: 'send' | 'skip',
	countryOf: (to: string) => string | undefined,
): Json {
	const { request } = itemRequest;
	const { fileName } = namesIn(itemRequest);
	const named = fileName === undefined ? {} : { fileName };
	if (request.kind === 'upload')
		return { dryRun: true, storageRef: noReference + fileDigest(request, account), ...named };
	if (request.kind !== 'message')
		return { dryRun: true, ...(request.body && { body: request.body }) };
	const { to, content } = request.body;
	const country = countryOf(to);
	return {
		dryRun: true,
		would,
		to,
		...(country !== undefined && { country }),
		content,
		...named,
		...keyOf(itemRequest),
	};
}

/** Of an earlier answer, what a dry run says about it. */
function wouldSkip({ to, fileName, storageRef }: Json): Json {
	const known = Object.entries({ to, fileName, storageRef }).filter(([, value]) => value);
	return { dryRun: true, would: 'skip', ...Object.fromEntries(known) };
}

/** Of an item without a file that would be skipped. */
const dryNoFileRow = ({ item, noFile = {}, hints = [] }: ReadItem): Row => ({
	state: 'dryRun',
	item,
	answers: [wouldSkip(noFile)],
	hints,
});

type DryRun = Pick<ItemReader, 'countryOf'>;

/** How each step of a delivery would end. */
function dryRows(
	read: ReadItem,
	delivery: Delivery<Why>,
	foreseen: Array<Foreseen<Why>>,
	{ countryOf }: DryRun,
): Row[] {
	const { item, connection } = read;
	const requests = requestsOf(read, delivery);
	return foreseen.flatMap((one): Row[] => {
		if (one.would === 'notBegin') return [{ state: 'notBegun', item }];
		if (one.would === 'fail') return rowsOf(read, requests, [{ ...one, state: 'failed' }]);
		const request = requests[one.step ?? 0];
		const noun = request?.place?.noun;
		const { answers = [] } = one.would === 'skip' ? one : {};
		const dry =
			answers.length > 0 || !request || !connection
				? answers.map(wouldSkip)
				: [dryAnswer(request, connection, one.would, (to) => countryOf(item, to))];
		const isBefore = answers.length > 0;
		return [{ state: 'dryRun', item, noun, answers: dry, hints: request?.hints ?? [], isBefore }];
	});
}

/** The rows of all items, in input order. @param foreseen what would become of each delivery */
export async function rowsOfDryRun(
	items: ReadItem[],
	deliveries: Array<Delivery<Why>>,
	foreseen: Array<Array<Foreseen<Why>>>,
	run: DryRun,
): Promise<Row[]> {
	const rows: Row[][] = [];
	await inTurns(deliveries.length, (at) => {
		const delivery = deliveries[at] as Delivery<Why>;
		rows.push(
			dryRows(
				items[delivery.item] as ReadItem,
				delivery,
				foreseen[at] as Array<Foreseen<Why>>,
				run,
			),
		);
	});
	return inInputOrder(items.filter(({ noFile }) => noFile).map(dryNoFileRow), rows);
}

const nouns: Partial<Record<RequestKind, string>> = { upload: 'upload', indication: 'indication' };

/** The hint of a dry run. */
export function dryRunHint(read: ReadItem[], rows: Row[]): NodeExecutionHint {
	const answers = rows.flatMap((row) => (row.state === 'dryRun' ? row.answers : []));
	const skips = answers.filter(({ would }) => would === 'skip').length;
	const goes = answers.length - skips;
	const first = read.find(({ requests }) => requests.length > 0)?.requests[0];
	const noun = (first && nouns[first.request.kind]) ?? 'message';
	return { message: ofRun.dryRun({ noun, goes, skips }), location: 'outputPane' };
}

// Tests: test/unit/doubtsInWords.test.ts, test/unit/summary.test.ts
import type { Delivery, Failure, Json, Result } from '../delivery';
import { type ItemRequest, namesIn, type PlaceInItem } from '../service/request';
import type { Hint } from '../words/hints';
import { errorOfRow, type NotAsked, type PartOfItem } from '../words/run';
import type { Failed, Why } from '../words/why';
import type { Report } from '../n8n/errors';
import type { ReadItem } from './readItems';

/** What an item, one of its files or messages, or one of the people whom it asks has come to. */
export type Row = DoneRow | FailedRow | NotBegunRow;

/** Nothing is left to do. */
export interface DoneRow {
	/**
	 * `skipped`: another execution sent it with its Send Once Key. `counted`: it was in doubt and counts as sent.
	 * `noFile`: it had no file, and is skipped then. `dryRun`: nothing was to be sent.
	 */
	state: 'sent' | 'skipped' | 'counted' | 'noFile' | 'dryRun';
	/** The position in the input. */
	item: number;
	noun?: PlaceInItem['noun'] | undefined;
	/** The JSON of its output items. */
	answers: Json[];
	/** Of a dry run: whether an earlier run sent it. The error of the run that it stands for says so. */
	isBefore?: boolean;
	hints: Hint[];
}

export interface FailedRow {
	state: 'failed';
	item: number;
	failure: Failed;
	/** Who should have got what. */
	names?: { to?: string; fileName?: string };
	/** The recipient as the user entered it, if the item cannot be sent. */
	entered?: string;
	/** Of a question that nobody was asked: all people, and why. */
	notAsked?: NotAsked[];
	/** One of several files or messages of the item. Its place is known if this run read the item. */
	file?: PartOfItem;
	/** Its text, if it is one of several messages of the item. */
	text?: string | undefined;
}

/** Another one ended the run before. */
export interface NotBegunRow {
	state: 'notBegun';
	item: number;
	noun?: PlaceInItem['noun'] | undefined;
	text?: string | undefined;
}

/** Whether this run or an earlier one sent it. */
export const isSent = (row: Row) =>
	row.state === 'sent' || (row.state === 'dryRun' && row.isBefore === true);
/** Whether nothing is left to do. */
export const isDone = (row: Row): row is DoneRow => 'answers' in row;
export const isFailed = (row: Row) => row.state === 'failed';
export const isInDoubt = (row: Row) => isFailed(row) && row.failure.delivery === 'unknown';

/** One for all messages: a long run keeps them. */
const noHints: Hint[] = [];
const hintsOfState: Record<'before' | 'skipped' | 'counted', Hint[]> = {
	before: ['delivered'],
	skipped: ['skipped'],
	counted: [],
};

/** What the core says of a failure, as the words take it. */
function asFailed({ why, delivery, origin }: Failure<Why>): Failed {
	return { ...why, delivery, origin };
}

/** What a doubt kept, for a retry that does not read the item. */
type About = Pick<FailedRow, 'names' | 'file'>;

function failedRow(
	read: ReadItem,
	request: ItemRequest | undefined,
	failure: Failed,
	about: About = {},
): FailedRow {
	const { item, entered } = read;
	const { partName = '', place } = request ?? {};
	return {
		state: 'failed',
		item,
		failure,
		...about,
		...(entered !== undefined && { entered, names: { to: entered } }),
		...(request && { names: namesIn(request) }),
		...(place && { file: { name: partName, ...place }, text: textOf(request) }),
	};
}

/** Of one of several messages. */
function textOf(request?: ItemRequest): string | undefined {
	const { text } = Object(request?.request.body?.content) as { text?: unknown };
	return request?.place?.noun === 'message' && typeof text === 'string' ? text : undefined;
}

/** Of an item without a file that is skipped then. */
export const noFileRow = ({ item, noFile, hints = [] }: ReadItem): Row => ({
	state: 'noFile',
	item,
	answers: noFile ? [noFile] : [],
	hints: ['noFile', ...hints],
});

/** What became of a delivery. @param requests its steps */
export function rowsOf(
	read: ReadItem,
	requests: ItemRequest[],
	results: ReadonlyArray<Result<Why>>,
): Row[] {
	const { item } = read;
	const rows = results.map((result): Row => {
		if (result.state === 'failed') {
			const { step, about } = result;
			const request = requests[step ?? 0];
			// A decision about a whole delivery is none about its first message.
			const of = step === undefined && request ? { ...request, place: undefined } : request;
			return failedRow(read, of, asFailed(result), about);
		}
		const request = requests[result.step ?? 0];
		const noun = request?.place?.noun;
		if (result.state === 'notBegun') {
			if (!result.failure) return { state: 'notBegun', item, noun, text: textOf(request) };
			return failedRow(read, request, asFailed(result.failure));
		}
		const { state, answers, isUntyped } = result;
		if (state === 'sent') {
			const { hints = noHints } = request ?? {};
			const all: Hint[] = isUntyped ? [...hints, 'untyped'] : hints;
			return { state, item, noun, answers, hints: all };
		}
		const hints = hintsOfState[state];
		if (state === 'before') return { state: 'sent', item, noun, answers, hints };
		return { state, item, noun, answers, hints };
	});
	const last = rows.at(-1);
	// Of an item that this run did not read, the doubt knows how many messages were to follow.
	const { count = 0, noun } =
		(requests.length === 0 && last?.state === 'failed' && last.file) || {};
	for (let at = rows.length; at < count; at++) rows.push({ state: 'notBegun', item, noun });
	return rows;
}

/** The rows of items without a file stand between those of deliveries. @param ofDeliveries in input order */
export const inInputOrder = (noFiles: Row[], ofDeliveries: Row[][]): Row[] =>
	[...noFiles, ...ofDeliveries.flat()].sort((one, another) => one.item - another.item);

/** The requests of a delivery: of a question, those to one person. */
export const requestsOf = ({ requests }: ReadItem, { who }: Delivery<Why>) =>
	who === undefined ? requests : requests.filter(({ partName }) => partName === who);

/** The words about a row. */
export const reportOfRow = ({ failure, names, file, notAsked }: FailedRow): Report => ({
	failure,
	...names,
	...errorOfRow(failure, file, notAsked),
});

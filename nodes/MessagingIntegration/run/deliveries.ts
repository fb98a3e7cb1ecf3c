import type { Logger } from 'n8n-workflow';

import type { Delivery, Failure, Json, Once, Request, Step, Verdict, Why } from '../delivery';
import type { Failed } from '../service/failed';
import { isAnswerLost } from '../service/outputOfAnswer';
import {
	type ItemRequest,
	laneOf,
	namesIn,
	type ServiceRequest,
	uploadOf,
} from '../service/request';
import { verdictOf } from '../service/verdict';
import type { Connection } from '../n8n/connect';
import { fileDigest } from './digests';
import type { ReadItem } from './readItems';
import { logged } from './requestLog';

/** The core's word for a failure. */
const asFailure = ({ delivery, origin, reason, facts }: Failed): Failure => ({
	delivery,
	origin,
	why: { reason, facts },
});

/** The answer to a message also says who got what, unless the service says so itself. */
function named(itemRequest: ItemRequest, verdict: Verdict): Verdict {
	if (verdict.is !== 'accepted') return verdict;
	const { request, output } = itemRequest;
	const answers = output?.(verdict.answers) ?? verdict.answers;
	if (request.kind !== 'message') return { ...verdict, answers };
	const names = Object.entries(namesIn(itemRequest));
	const missing = (answer: object) => names.filter(([name]) => !Object.hasOwn(answer, name));
	return {
		...verdict,
		// A leading spread takes twice the memory in Node.js 20.
		answers: answers.map((answer) =>
			Object.fromEntries([...Object.entries(answer), ...missing(answer)]),
		),
	};
}

/** How the requests of an account are sent. @param item gets a hint if the answer is lost */
type Send = (request: ServiceRequest, item?: ItemRequest) => Promise<Verdict>;

/** What the deliveries of an account have in common. */
interface Shared extends Pick<Connection, 'account'> {
	send: Send;
	isQuestion: boolean;
	/** How the core tells instances apart, by their IDs: a long run keeps each name once. */
	instances: Map<string, string>;
}

/** By connection. */
export type SharedByConnection = Map<Connection, Shared>;

function sendBy({ transmit, account, accepted }: Connection, logger: Logger): Send {
	const send = logged(transmit, logger);
	return async (request, item) => {
		const outcome = await send(request);
		if (item && isAnswerLost(outcome)) item.hints = [...(item.hints ?? []), 'answerLost'];
		return verdictOf(request, outcome, account, accepted);
	};
}

export const keyOf = ({ onceKey }: ItemRequest) =>
	onceKey === undefined ? {} : { sendOnceKey: onceKey };

/** What a doubt keeps, for a retry that does not read the item. */
function aboutOf(itemRequest: ItemRequest): object {
	const { partName, place } = itemRequest;
	const file = place && { name: partName, ...place };
	return { names: namesIn(itemRequest), ...(file && { file }) };
}

/** One request of an item, as a step of its delivery. */
class RequestStep implements Step {
	readonly effect: Step['effect'];
	readonly upload: Step['upload'];

	constructor(
		private readonly itemRequest: ItemRequest,
		private readonly shared: Shared,
	) {
		const { account, send } = shared;
		this.effect = itemRequest.request.effect === 'read' ? 'read' : 'delivery';
		const file = uploadOf(itemRequest);
		this.upload = file && {
			id: fileDigest(file, account),
			request: async () => {
				const verdict = await send(file);
				return itemRequest.request === file ? named(itemRequest, verdict) : verdict;
			},
		};
	}

	get name(): string {
		const { partName, stepName = partName } = this.itemRequest;
		return this.shared.isQuestion ? '' : stepName;
	}

	get keyName(): string {
		const { identityForKey } = this.itemRequest;
		return identityForKey === undefined ? this.name : String(identityForKey);
	}

	get typing(): Step['typing'] {
		const { typing } = this.itemRequest;
		return typing && { ...typing, request: async () => await this.shared.send(typing.request) };
	}

	get message(): Step['message'] {
		const { itemRequest, shared } = this;
		const { request, upload } = itemRequest;
		if (request.kind === 'upload') return undefined;
		return (reference): Request => {
			const message = upload && reference !== undefined ? upload.attach(reference) : request;
			return async () => named(itemRequest, await shared.send(message, itemRequest));
		};
	}

	unsent(as: 'skipped' | 'counted'): Json[] {
		const { to } = namesIn(this.itemRequest);
		return [
			{
				...(as === 'skipped' ? { skipped: true } : { countedAsSent: true }),
				...keyOf(this.itemRequest),
				...(to !== undefined && { to }),
			},
		];
	}

	get about(): object {
		return aboutOf(this.itemRequest);
	}
}

/** What an item asks for one recipient. A long run keeps many that wait, so this holds little before it begins. */
class ItemDelivery implements Delivery {
	private made: Step[] | undefined;

	constructor(
		private readonly read: ReadItem,
		private readonly requests: ItemRequest[],
		private readonly shared: Shared,
		readonly instance: string,
	) {}

	get steps(): Step[] {
		return (this.made ??= this.requests.map((one) => new RequestStep(one, this.shared)));
	}

	private get first(): ItemRequest {
		return this.requests[0] as ItemRequest;
	}

	get item(): number {
		return this.read.item;
	}

	get who(): string | undefined {
		return this.shared.isQuestion ? this.first.partName : undefined;
	}

	get lane(): string | undefined {
		return laneOf(this.first.request);
	}

	get once(): Once | undefined {
		return this.read.once;
	}

	get cannot(): Failure | undefined {
		const { cannot } = this.read;
		return cannot && asFailure(cannot);
	}

	mayBegin(): Why | undefined {
		const until = this.first.sendAfter?.();
		return until && { reason: 'quietHours', facts: { ...until } };
	}
}

/**
 * What an item asks for each recipient. A question to several people is a delivery for each, and an item without a file
 * that is skipped then has none.
 */
export function deliveriesOf(
	read: ReadItem,
	isQuestion: boolean,
	byConnection: SharedByConnection,
	logger: Logger,
): Delivery[] {
	const { item, requests, connection, cannot, noFile } = read;
	if (noFile) return [];
	if (!connection || requests.length === 0)
		return [{ item, instance: '', steps: [], ...(cannot && { cannot: asFailure(cannot) }) }];
	const shared = byConnection.get(connection) ?? {
		send: sendBy(connection, logger),
		account: connection.account,
		isQuestion,
		instances: new Map<string, string>(),
	};
	byConnection.set(connection, shared);
	const deliveryOf = (all: ItemRequest[]): Delivery => {
		const id = all[0]?.request.instanceId ?? '';
		const instance = shared.instances.get(id) ?? `${id} ${connection.id}`;
		shared.instances.set(id, instance);
		return new ItemDelivery(read, all, shared, instance);
	};
	return isQuestion ? requests.map((one) => deliveryOf([one])) : [deliveryOf(requests)];
}

import type { Logger } from 'n8n-workflow';

import type { Delivery, Failure, Json, Request, Step, Verdict } from '../delivery';
import type { Failed } from '../service/failed';
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
	...{ delivery, origin },
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

/** How the requests of an account are sent. */
type Send = (request: ServiceRequest) => Promise<Verdict>;

/** What a long run keeps once: how the requests of an account are sent, and by ID what its instances are called. */
interface Shared {
	send: Send;
	instances: Map<string, string>;
}

/** By connection. */
export type Sends = Map<Connection, Shared>;

function sendBy({ transmit, account, accepted }: Connection, logger: Logger): Send {
	const send = logged(transmit, logger);
	return async (request) => verdictOf(request, await send(request), account, accepted);
}

export const keyOf = ({ onceKey }: ItemRequest) =>
	onceKey === undefined ? {} : { sendOnceKey: onceKey };

/** What a doubt keeps, for a retry that does not read the item. */
function aboutOf(itemRequest: ItemRequest): object {
	const { partName, place } = itemRequest;
	const file = place && { name: partName, noun: place.noun, count: place.count };
	return { names: namesIn(itemRequest), ...(file && { file }) };
}

/** One request of an item, as a step of its delivery. */
class RequestStep implements Step {
	readonly effect: Step['effect'];
	readonly upload: Step['upload'];

	constructor(
		private readonly itemRequest: ItemRequest,
		private readonly send: Send,
		account: Connection['account'],
		private readonly isQuestion: boolean,
	) {
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
		return this.isQuestion ? '' : stepName;
	}

	get keyName(): string {
		const { identityForKey } = this.itemRequest;
		return identityForKey === undefined ? this.name : String(identityForKey);
	}

	get typing(): Step['typing'] {
		const { typing } = this.itemRequest;
		return typing && { ...typing, request: async () => await this.send(typing.request) };
	}

	get message(): Step['message'] {
		const { itemRequest, send } = this;
		const { request, upload } = itemRequest;
		if (request.kind === 'upload') return undefined;
		return (reference): Request => {
			const message = upload && reference !== undefined ? upload.attach(reference) : request;
			return async () => named(itemRequest, await send(message));
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

/** What each item asks for each recipient. A question to several people is a delivery for each. */
export function deliveriesOf(
	{ item, requests, connection, once, cannot }: ReadItem,
	isQuestion: boolean,
	sends: Sends,
	logger: Logger,
): Delivery[] {
	if (!connection || requests.length === 0)
		return [{ item, instance: '', steps: [], ...(cannot && { cannot: asFailure(cannot) }) }];
	const shared = sends.get(connection) ?? {
		send: sendBy(connection, logger),
		instances: new Map<string, string>(),
	};
	sends.set(connection, shared);
	const { send, instances } = shared;
	const deliveryOf = (all: ItemRequest[]): Delivery => {
		const { request, partName, sendAfter } = all[0] as ItemRequest;
		const instanceId = request.instanceId ?? '';
		const instance = instances.get(instanceId) ?? `${instanceId} ${connection.id}`;
		instances.set(instanceId, instance);
		const mayBegin = () => {
			const at = sendAfter?.();
			return at === undefined ? undefined : { reason: 'quietHours', facts: { sendAfter: at } };
		};
		// Spreads would take twice the memory.
		return {
			item,
			who: isQuestion ? partName : undefined,
			instance,
			lane: laneOf(request),
			once,
			steps: all.map((one) => new RequestStep(one, send, connection.account, isQuestion)),
			mayBegin: sendAfter && mayBegin,
			cannot: cannot && asFailure(cannot),
		};
	};
	return isQuestion ? requests.map((one) => deliveryOf([one])) : [deliveryOf(requests)];
}

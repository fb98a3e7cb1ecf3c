import type { Account } from '../api/account';
import { errorCode, errorWords, storageRefOf } from '../api/answer';
import { accepted, asksToSlowDown, isRefusal, isTemporary, type Outcome } from '../api/outcome';
import type { UploadRequest } from '../api/request';
import { fileDigest } from '../memory/digests';
import type { Journal } from '../memory/journal';
import { type Allowed, type RequestRepeatedly, shouldRetry } from '../requests/attempts';

/** Tells refusals apart, whoever they are about. */
function kindOf(outcome: Outcome): string {
	if (outcome.kind === 'break') return outcome.reason;
	const words = errorWords(outcome.body)?.replace(/\d/g, '');
	return [outcome.status, errorCode(outcome.body), words].join(' ');
}

/** After so many failed attempts to upload a file, the items that share it fail together. */
const enoughTries = 3;

/** The uploads of a run through an account. Each file is uploaded to an instance only once, by one item at a time. */
export class Uploads {
	/** By file: how its upload ended. */
	private readonly ended = new Map<string, Outcome>();
	/** By file: how often its upload was attempted, and failed. */
	private readonly failures = new Map<string, number>();
	private readonly inProgress = new Map<string, Promise<Outcome>>();
	/** The storageRefs with which the service accepted a message, and those that an earlier run left. */
	private readonly worked: Set<string | undefined>;
	/** By file: how messages with a new storageRef were refused, which is not due to it. */
	private readonly refusals = new Map<string, Set<string>>();

	constructor(
		private readonly account: Account,
		private readonly request: RequestRepeatedly,
		private readonly journal: Journal,
		private readonly allowed: Allowed,
	) {
		this.worked = new Set(Object.values(journal.storageRefs));
	}

	/** Names the file of an upload. */
	fileOf(request: UploadRequest): string {
		return fileDigest(request, this.account);
	}

	/** Whether nothing is left to upload. */
	isKnown(file: string): boolean {
		return this.ended.has(file) || this.journal.storageRefs[file] !== undefined;
	}

	/** The outcome of an upload. All items with the file share it, unless another attempt may help. */
	async outcome(request: UploadRequest): Promise<Outcome> {
		const file = this.fileOf(request);
		const known = this.ended.get(file) ?? this.inProgress.get(file);
		if (known) return await known;
		const upload = this.request(request).finally(() => this.inProgress.delete(file));
		this.inProgress.set(file, upload);
		const outcome = await upload;
		if (!asksToSlowDown(outcome) && !this.mayHelpAgain(file, request, outcome))
			this.ended.set(file, outcome);
		return outcome;
	}

	/** Whether another item should try. The service may be busy with other things for a moment. */
	private mayHelpAgain(file: string, request: UploadRequest, outcome: Outcome): boolean {
		if (!isTemporary(outcome)) return false;
		const tries = shouldRetry(request, outcome, 1, this.allowed) ? this.allowed.maxTries : 1;
		const failures = (this.failures.get(file) ?? 0) + tries;
		this.failures.set(file, failures);
		return failures < enoughTries;
	}

	/** The storageRef for messages with the file, kept for retries; the outcome of an upload that failed. */
	async storageRef(
		request: UploadRequest,
	): Promise<
		{ storageRef: string; outcome?: undefined } | { storageRef?: undefined; outcome: Outcome }
	> {
		const { storageRefs } = this.journal;
		const file = this.fileOf(request);
		const kept = storageRefs[file];
		if (kept !== undefined) return { storageRef: kept };
		const outcome = await this.outcome(request);
		const storageRef = storageRefOf(outcome);
		if (storageRef === undefined) return { outcome };
		storageRefs[file] = storageRef;
		return { storageRef };
	}

	/**
	 * Call with the outcome of a message. A storageRef that worked before may be used up: it is forgotten, unless the
	 * service refused a message with a new one in the same way.
	 * @returns whether to send the message again with a new one
	 */
	isUsedUp(upload: UploadRequest, storageRef: string, outcome: Outcome): boolean {
		const file = this.fileOf(upload);
		const refusals = this.refusals.get(file) ?? new Set();
		this.refusals.set(file, refusals);
		if (accepted(outcome)) this.worked.add(storageRef);
		if (!isRefusal(outcome) || refusals.has(kindOf(outcome))) return false;
		if (!this.worked.has(storageRef)) {
			refusals.add(kindOf(outcome));
			return false;
		}
		if (this.journal.storageRefs[file] === storageRef) {
			this.ended.delete(file);
			delete this.journal.storageRefs[file];
		}
		return true;
	}
}

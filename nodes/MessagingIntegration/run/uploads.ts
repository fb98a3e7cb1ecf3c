import type { Account } from '../service/account';
import { storageRefOf } from '../service/answer';
import { asksToSlowDown, isRefusal, type Outcome } from '../service/outcome';
import type { UploadRequest } from '../service/request';
import { fileDigest } from '../memory/digests';
import type { Journal } from '../memory/journal';
import type { RequestRepeatedly } from '../requests/attempts';

/** What an upload gives a message. */
type Uploaded =
	| { storageRef: string; outcome?: undefined }
	/** How the upload failed. */
	| { storageRef?: undefined; outcome: Outcome };

/** The uploads of a run through an account. Each file is uploaded to an instance only once, by one item at a time. */
export class Uploads {
	/** By file: how its upload ended. */
	private readonly ended = new Map<string, Outcome>();
	private readonly inProgress = new Map<string, Promise<Outcome>>();
	/** The files whose storageRefs an earlier run left. */
	private readonly kept: Set<string>;

	constructor(
		private readonly account: Account,
		private readonly request: RequestRepeatedly,
		private readonly journal: Journal,
	) {
		this.kept = new Set(Object.keys(journal.storageRefs));
	}

	/** @returns a text that stands for the file of an upload: the same for the same file, instance and account */
	fileOf(request: UploadRequest): string {
		return fileDigest(request, this.account);
	}

	/** Whether nothing is left to upload. */
	isKnown(file: string): boolean {
		return this.ended.has(file) || this.journal.storageRefs[file] !== undefined;
	}

	/** The outcome of an upload. All items with the file share it. */
	async outcome(request: UploadRequest): Promise<Outcome> {
		const file = this.fileOf(request);
		const known = this.ended.get(file) ?? this.inProgress.get(file);
		if (known) return await known;
		const upload = this.request(request).finally(() => this.inProgress.delete(file));
		this.inProgress.set(file, upload);
		const outcome = await upload;
		if (!asksToSlowDown(outcome)) this.ended.set(file, outcome);
		return outcome;
	}

	/** The storageRef for messages with the file, kept for retries. */
	async storageRef(request: UploadRequest): Promise<Uploaded> {
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
	 * Call with the outcome of a message. One that was refused with a storageRef of an earlier run forgets it, because it
	 * may have expired: the next message with the file uploads it again.
	 */
	forgetIfRefused(upload: UploadRequest, outcome: Outcome): void {
		const file = this.fileOf(upload);
		if (isRefusal(outcome) && this.kept.delete(file)) delete this.journal.storageRefs[file];
	}
}

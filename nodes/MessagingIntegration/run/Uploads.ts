import type { Verdict } from '../delivery';

/** How an upload ended. @property reference of the file at the service, if it was accepted */
export type Uploaded<Why> = Verdict<Why> & { reference?: string };

/** So often a file is sent whose upload failed in a way that may pass. */
const attempts = 3;

/** The uploads of a run. Each file is uploaded only once, by one delivery at a time: all that need it share what became of it. */
export class Uploads<Why> {
	/** By the id of a file: how its upload ended. */
	private readonly ended = new Map<string, Uploaded<Why>>();
	private readonly inProgress = new Map<string, Promise<Uploaded<Why>>>();
	/** By the id of a file: how often it failed. */
	private readonly failed = new Map<string, number>();

	/** By the id of a file that the service does not want now: until when (ms), and why. */
	private readonly waiting = new Map<string, { until: number; why: Why }>();

	/** @param references by the id of a file: those that earlier runs of this execution got, and that later ones may use */
	constructor(
		private readonly references: Partial<Record<string, string>>,
		private readonly now: () => number,
	) {}

	/** Uploads a file that a message needs. The message has not gone yet, so nothing of it is in doubt. */
	async forMessage(
		id: string,
		request: () => Promise<Uploaded<Why>>,
	): Promise<Exclude<Uploaded<Why>, { is: 'perhaps' }>> {
		const kept = this.ended.has(id) ? undefined : this.references[id];
		if (kept !== undefined) return { is: 'accepted', answers: [], reference: kept };
		const uploaded = await this.upload(id, request);
		if (uploaded.is === 'perhaps') {
			const { mayRepeat, why } = uploaded;
			return { is: 'refused', mayRepeat, isAnswer: false, why };
		}
		const { reference } = uploaded;
		if (reference !== undefined) this.references[id] = reference;
		return uploaded;
	}

	async upload(id: string, request: () => Promise<Uploaded<Why>>): Promise<Uploaded<Why>> {
		const known = this.ended.get(id) ?? this.inProgress.get(id);
		if (known) return await known;
		const waits = this.waiting.get(id);
		const after = (waits?.until ?? 0) - this.now();
		if (waits && after > 0) return { is: 'slowDown', after, why: waits.why };
		const upload = request().finally(() => this.inProgress.delete(id));
		this.inProgress.set(id, upload);
		const uploaded = await upload;
		if (uploaded.is === 'slowDown')
			this.waiting.set(id, { until: this.now() + uploaded.after, why: uploaded.why });
		if (uploaded.is === 'slowDown' || uploaded.is === 'notBegun') return uploaded;
		if (uploaded.is === 'accepted') {
			this.ended.set(id, uploaded);
			return uploaded;
		}
		const count = (this.failed.get(id) ?? 0) + 1;
		this.failed.set(id, count);
		if (uploaded.mayRepeat && count < attempts) return uploaded;
		const final = { ...uploaded, mayRepeat: false };
		this.ended.set(id, final);
		return final;
	}

	/**
	 * Call if the service refused a message with the file: its reference may have expired, or be good for a few messages
	 * only. The next run uploads the file again. This one does so only if the reference is of an earlier run, because one
	 * that it got itself was good a moment ago.
	 */
	wasRefused(id: string): void {
		delete this.references[id];
	}
}

import { setTimeout as delay } from 'node:timers/promises';
import { lastExecution, readFlatted } from '../start/execution-error';
import type { Workflow } from '../start/n8n-api';
import { Problem } from '../start/problem';
import type { Report } from './nodes/BenchReport.node';
import type { Stage } from './stage';
import { selectorOf } from './files';
import { subjectNodes, type Subject, type Way } from './subjects';
import { measuredName, workflowOf } from './workflow';

/** One run of one subject. Times in ms, memory in bytes. */
export interface Run {
	/** Of the node: as n8n records it, or, for a run that is not saved, between the nodes around it. */
	time: number;
	cpu: number;
	/** Resident memory of n8n before, and its highest. */
	resident: number;
	peak?: number;
	heapKept: number;
	payload: number;
}

export interface Load {
	/** Items that come out. */
	count: number;
	/** How many requests that takes; as many as items, if left out. */
	requests?: number;
	/** As many as items, if left out. */
	recipients?: number;
	/** A file for a CPU profile of the node. */
	profileTo?: string;
}

interface RunData {
	resultData: { runData: Record<string, Array<{ executionTime: number }>> };
}

/** A published workflow with one subject in it, that can be run again and again. */
export class Track {
	private constructor(
		private readonly stage: Stage,
		private readonly workflow: Workflow,
		private readonly name: string,
		private readonly saved: boolean,
		/** Where files become items behind the Items node. */
		private readonly readsFiles: boolean,
	) {}

	static async build(stage: Stage, name: string, subject: Subject, way: Way, saved: boolean): Promise<Track> {
		const { api, receiver, reports, credentials } = stage;
		const path = `${name}-${subject}`.replace(/\W+/g, '-');
		const measured = subjectNodes(subject, way, receiver.addresses, credentials);
		const files = way.file && { selector: selectorOf(stage.files, way.file.kind), readingCounts: way.file.readingCounts };
		const workflow = workflowOf({ name: path, measured, files, reportTo: reports.address, saved });
		const published = await api.publish(await api.createWorkflow(workflow));
		return new Track(stage, published, path, saved, way.file?.readingCounts ?? false);
	}

	/** @throws Problem when the node failed, or sent or gave out another number than it was given */
	async run({ count, requests = count, recipients, profileTo }: Load): Promise<Run> {
		const { receiver } = this.stage;
		await receiver.received();
		const query = new URLSearchParams({
			count: String(this.readsFiles ? 1 : count),
			recipients: String(recipients ?? count),
			...(profileTo && { profile: 'yes', profileTo }),
		});
		const reported = this.stage.reports.next();
		await this.trigger(query);
		const report = await Promise.race([reported, this.failure(reported)]);
		const received = await receiver.received();
		if (received !== requests || report.items !== count) {
			throw new Problem(`${this.name}: of ${requests} requests ${received} were received, of ${count} items ${report.items} came out.`);
		}
		const { wall, cpu, resident, peak, heapKept, payload, executionId } = report;
		const time = this.saved ? await this.recordedTime(executionId) : wall;
		return { time, cpu, resident, peak, heapKept, payload };
	}

	/** A published webhook answers 404 for up to a second more. */
	private async trigger(query: URLSearchParams): Promise<void> {
		const deadline = Date.now() + 15_000;
		const address = `${this.stage.api.url}/webhook/${this.name}?${query.toString()}`;
		for (;;) {
			const response = await fetch(address);
			await response.text();
			if (response.ok) return;
			if (Date.now() > deadline) throw new Problem(`The webhook ${this.name} answers ${response.status}.`);
			await delay(100);
		}
	}

	/** Looks now and then whether the execution came to an end without a report. */
	private async failure(reported: Promise<Report>): Promise<never> {
		let waiting = true;
		void reported.then(() => (waiting = false));
		const { api } = this.stage;
		for (;;) {
			await delay(5000);
			if (!waiting) return await new Promise<never>(() => undefined);
			const [newest] = await api.executions(this.workflow.id);
			if (newest && ['error', 'crashed', 'canceled'].includes(newest.status)) {
				throw new Problem(`${this.name}: ${await lastExecution(api, this.workflow.id)}.`);
			}
		}
	}

	private async recordedTime(executionId: string): Promise<number> {
		const { api } = this.stage;
		// The report comes from the execution's last node, a moment before its end.
		let execution = await api.execution(executionId);
		while (execution.status === 'running' || execution.status === 'new') {
			await delay(50);
			execution = await api.execution(executionId);
		}
		const { runData } = (readFlatted(execution.data) as RunData).resultData;
		// A database that grows with every run would not be the same for all.
		await api.call('POST', '/executions/delete', { ids: [executionId] });
		const measured = Object.entries(runData).filter(([name]) => name.startsWith(measuredName));
		return measured.reduce((sum, [, [run]]) => sum + (run?.executionTime ?? NaN), 0);
	}
}

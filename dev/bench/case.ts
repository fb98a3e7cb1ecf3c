import type { WorkflowNode } from '../../test/n8n/N8nApi';
import type { Report } from './nodes/BenchReport.node';

/** The same receiver over plain HTTP, over TLS, and over TLS with a round trip of 40 ms. */
export type Addresses = Record<'plain' | 'tls' | 'far', string>;

/** The receiver and the credential that a subject uses. */
export interface Target {
	/** The receiver's URL, without a path. */
	address: string;
	service: { id: string; name: string };
}

/** A node whose time is measured. */
export type Measured = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** What is compared: nodes of a workflow that send. */
export interface Subject {
	nodes: (target: Target) => Measured[];
	/** Items before the first run that counts; by default 1,000, or as many as in the first run if that is less. */
	warmUp?: number;
	/** The number of requests for this many items; by default one for each item. */
	requests?: (count: number) => number;
}

/** A workload, the subjects that run it in turn, and the goals. */
export interface Case {
	name: string;
	title: string;
	over: keyof Addresses;
	subjects: Readonly<Record<string, Subject>>;
	/** Items in a run; several numbers if the case shows how a subject scales. */
	counts: number[];
	/** Files that become items or are attached to each. `readingCounts`: the time to read them is measured as well. */
	files?: { count: number; bytes: number; readingCounts: boolean };
	/** n8n starts again for each subject, without a warm-up: a process does not return all the memory that it took. */
	alone?: boolean;
	/**
	 * What is new in each run. `workflow`, with a warm-up: what a node remembers of earlier runs is part of the case.
	 * `process`, without a warm-up: the first run of an n8n.
	 */
	fresh?: 'workflow' | 'process';
	goals: Goal[];
}

/** One run of one subject, as the nodes around it report it. */
export type Run = Omit<Report, 'items'>;

/** All runs of one subject with one number of items. */
export interface Series {
	case: string;
	subject: string;
	count: number;
	runs: Run[];
}

/** A figure and its bound. */
export interface Goal {
	what: string | ((own: Series[], all: Series[]) => string);
	/** @param own the series of the case @param all the series of every case @returns NaN if a series is missing */
	value: (own: Series[], all: Series[]) => number;
	unit?: 'ms' | 'B' | 'MiB';
	most?: number;
	least?: number;
}

import type { WorkflowNode } from '../../test/n8n/N8nApi';
import type { Measurement } from './nodes/measuring';

/**
 * The same receiver over plain HTTP, over TLS, and over TLS with a round trip of 40 and of 300 ms; and one over plain HTTP
 * that does one request after the other, 20 ms each.
 */
export type Addresses = Record<'plain' | 'tls' | 'far' | 'farther' | 'oneWorker', string>;

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
	/** The number of requests for this many items; by default one for each item. */
	requests?: (count: number) => number;
}

/** A workload, the subjects that run it in turn, and the goals. */
export interface Case {
	name: string;
	title: string;
	/** By default `tls`. */
	over?: keyof Addresses;
	subjects: Readonly<Record<string, Subject>>;
	/** Items in a run; several numbers, the smallest first, if the case shows how a subject scales. */
	counts: number[];
	/** Files that the items have in turn. They are read before the measured nodes run. */
	files?: { count: number; bytes: number };
	/** n8n starts again for each run, without a warm-up: a process does not return all the memory that it took. */
	fresh?: boolean;
	goals: Goal[];
}

/** All runs of one subject with one number of items. */
export interface Series {
	subject: string;
	count: number;
	runs: Measurement[];
}

/** A figure of a case and its bound. */
export interface Goal {
	what: string;
	value: (series: Series[]) => number;
	unit?: 'ms' | 'B' | 'MiB';
	most?: number;
	least?: number;
}

import type { WorkflowNode } from '../../test/n8n/N8nApi';
import type { Measurement } from './nodes/measuring';

/** The same receiver over plain HTTP, over TLS, and over TLS with a round trip of 40 and of 300 ms. */
export type Addresses = Record<'plain' | 'tls' | 'far' | 'farther', string>;

/** The receiver and the credential that a subject uses. */
export interface Target {
	/** The receiver's URL, without a path. */
	address: string;
	service: { id: string; name: string };
}

/** A node whose time is measured. */
export type Measured = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** What is compared: a node that sends one request for each item. */
export type Subject = (target: Target) => Measured;

/** A workload, the subjects that run it in turn, and the goals. */
export interface Case {
	name: string;
	title: string;
	/** By default `tls`. */
	over?: keyof Addresses;
	subjects: Readonly<Record<string, Subject>>;
	/** Items in a run. */
	count: number;
	/** Files that the items have in turn. They are read before the measured node runs. */
	files?: { count: number; bytes: number };
	/** n8n starts again for each run, without a warm-up: a process does not return all the memory that it took. */
	fresh?: boolean;
	goals: Goal[];
}

/** All runs of one subject. */
export interface Series {
	subject: string;
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

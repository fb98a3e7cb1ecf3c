import type { WorkflowNode } from '../../test/n8n/N8nApi';
import type { Report } from './nodes/BenchReport.node';

/** The same receiver over plain HTTP, over TLS, and over TLS with a round trip of 40 ms. */
export type Addresses = Record<'plain' | 'tls' | 'far', string>;

export type CredentialName = { id: string; name: string };

/** The receiver and credentials that a subject uses. */
export interface Target {
	/** The receiver's URL, without a path. */
	address: string;
	service: CredentialName;
	telegram: CredentialName;
}

/** A node whose time is measured. */
export type Measured = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** What is compared: nodes of a workflow that send, or a program without n8n. */
export interface Subject {
	nodes?: (target: Target) => Measured[];
	/** Sends the given file. @returns ms */
	program?: (target: Target, file: string) => Promise<number>;
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
	/** By default as many as items. */
	recipients?: number;
	/** Files that become items or are attached to each. `readingCounts`: the time to read them is measured as well. */
	files?: { count: number; bytes: number; readingCounts: boolean };
	/** n8n does not save the execution, which would be too large; the nodes around the measured ones take the time. */
	unsaved?: boolean;
	/** Each subject has its own n8n, because a process does not return all the memory that it took. */
	alone?: boolean;
	/** Each run has a new workflow and a warm-up, because what a node remembers of earlier runs is part of the case. */
	freshWorkflows?: boolean;
	goals: Goal[];
}

/** One run of one subject, as the nodes around it report it. Times in ms, memory in bytes. */
export interface Run extends Pick<Report, 'cpu' | 'resident' | 'peak' | 'heapKept' | 'payload'> {
	/** The time of the measured nodes: as n8n records it, or, in an unsaved case, between the nodes around them. */
	time: number;
}

/** All runs of one subject with one number of items. */
export interface Series {
	case: string;
	subject: string;
	count: number;
	runs: Run[];
}

/** A figure that is printed, and its bound. A figure without a bound explains another one. */
export interface Goal {
	what: string | ((own: Series[]) => string);
	/** @param own the series of the case @param all the series of every case @returns NaN if a series is missing */
	value: (own: Series[], all: Series[]) => number;
	unit?: 'ms' | 'B' | 'MiB';
	most?: number;
	least?: number;
}

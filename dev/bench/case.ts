import type { WorkflowNode } from '../n8n-driver/N8nApi';
import type { Report } from './nodes/BenchReport.node';

/** The same receiver over plain HTTP, over TLS, and over TLS a round trip of 40 ms away. */
export type Addresses = Record<'plain' | 'tls' | 'far', string>;

export type CredentialName = { id: string; name: string };

/** Where a subject sends. */
export interface Target {
	/** Of the receiver, without a path. */
	address: string;
	service: CredentialName;
	telegram: CredentialName;
}

/** A node whose time is measured. */
export type Measured = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** What is compared: nodes of a workflow that send, or a program without n8n. */
export interface Subject {
	nodes?: (target: Target) => Measured[];
	/** Sends the file given. @returns ms */
	program?: (target: Target, file: string) => Promise<number>;
	/** Items before the first run that counts; 1,000 or as many as the first run has, if left out. */
	warmUp?: number;
	/** How many requests so many items take; as many, if left out. */
	requests?: (count: number) => number;
}

/** One workload, the subjects that run it in turn, and what is expected of them. */
export interface Case {
	name: string;
	title: string;
	over: keyof Addresses;
	subjects: Readonly<Record<string, Subject>>;
	/** Items in a run. Several where the case is about how a subject does with more. */
	counts: number[];
	/** As many as items, if left out. */
	recipients?: number;
	/** Files that become items, or that go along with each. `readingCounts`: reading them is part of what is measured. */
	files?: { count: number; bytes: number; readingCounts: boolean };
	/** n8n saves no execution, because that would be too large: the time is taken between the nodes around. */
	unsaved?: boolean;
	/** Each subject has an n8n to itself, because a process does not give back all the memory it took. */
	alone?: boolean;
	/** Each run has a new workflow and a warm-up: what a node remembers of earlier runs is part of the case. */
	freshWorkflows?: boolean;
	goals: Goal[];
}

/** One run of one subject, as the nodes around it report it. Times in ms, memory in bytes. */
export interface Run extends Pick<Report, 'cpu' | 'resident' | 'peak' | 'heapKept' | 'payload'> {
	/** Of the measured nodes: as n8n records it, or, in a case that is not saved, between the nodes around them. */
	time: number;
}

/** All runs of one subject with one number of items. */
export interface Series {
	case: string;
	subject: string;
	count: number;
	runs: Run[];
}

/** A figure that is printed, and its bound. Without a bound it explains another. */
export interface Goal {
	what: string | ((own: Series[]) => string);
	/** @param own the series of the case @param all those of every case; NaN where something was not measured */
	value: (own: Series[], all: Series[]) => number;
	unit?: 'ms' | 'B' | 'MiB';
	most?: number;
	least?: number;
}

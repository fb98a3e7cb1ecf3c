import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { AttachedFile, Indication } from './message';

export type Operation = 'instances' | 'messages' | 'media' | Indication;

export interface LoggedFile extends AttachedFile {
	fieldName: string;
	/** Hexadecimal. */
	sha256: string;
	/** Only for a stored file. */
	storageRef?: string;
}

/** A request to /api/v1 as it arrived, and how it ended. */
export interface LogEntry {
	id: string;
	/** ISO 8601. */
	receivedAt: string;
	method: string;
	/** As sent: still encoded, without the query. */
	path: string;
	/** Decoded. */
	instanceId?: string;
	operation?: Operation;
	headers: IncomingHttpHeaders;
	query: unknown;
	/** Parsed JSON; absent for uploads and if no body was read. */
	body?: unknown;
	file?: LoggedFile;
	/** Names of all multipart parts, in order. */
	parts?: string[];
	/** Whether the request took effect (message accepted, file stored, list read …), whatever the answer said. */
	carriedOut: boolean;
	/** As answered; null if no answer was sent (yet). */
	status: number | null;
	/** The same in two entries that used the same connection. */
	remotePort?: number;
	/** The ID of the fault that applied. */
	fault?: string;
}

/** The decoded `{id}` in the path, if the route has one. */
export function instanceId(request: FastifyRequest): string | undefined {
	return (request.params as { id?: string }).id;
}

/** The entry of a request whose headers have arrived; the rest is filled in later. */
export const entryOf = (request: FastifyRequest): LogEntry => ({
	id: `req_${randomUUID()}`,
	receivedAt: new Date().toISOString(),
	method: request.method,
	path: request.url.split('?', 1)[0] ?? '',
	instanceId: instanceId(request),
	operation: request.routeOptions.config.operation,
	headers: request.headers,
	query: request.query,
	carriedOut: false,
	status: null,
	remotePort: request.socket.remotePort,
});

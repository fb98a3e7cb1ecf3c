import type { Break } from './outcome';
import type { RequestKind } from './request';

/**
 * What a row is about: a status, a class of statuses, or a break. `2xx`: the answer lacks what its kind of request
 * needs.
 */
export type Occasion = number | '2xx' | '3xx' | '4xx' | '5xx' | Break;

/** A line of the table of errors. */
export interface ErrorRow {
	on: Occasion;
	code?: string;
	kind?: RequestKind;
	/** The row applies only if the answer is a web page. */
	isPage?: true;
	/** The row applies only if the address is one of this machine. */
	isLoopback?: true;
	/**
	 * What happened. Here and in `advice`, these placeholders are filled in: `{instance}`, `{contentType}`, `{host}`,
	 * `{hostname}` (without the port), `{scope}`, `{scopes}`, `{largest}`, `{proxyVariable}` and `{status}`.
	 */
	message: string;
	/** What the user can do about it. */
	advice: string;
}

import type { Json } from '../api/answer';

/** What became of one item: the json of what comes out, or its error. */
export type Result = { items: Json[] } | { error: unknown };

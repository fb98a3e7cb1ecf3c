import type { Json } from '../api/answer';

/** How one item ended: with the JSON of its output items, or with an error. */
export type Result = { items: Json[] } | { error: unknown };

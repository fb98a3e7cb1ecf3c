import { stop } from './setUp.mjs';

export default async () => await stop?.();

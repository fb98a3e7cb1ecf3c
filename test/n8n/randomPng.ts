import { randomFillSync } from 'node:crypto';
import { PNG } from 'pngjs';

/** A valid PNG of random colours, so that no two have the same SHA-256. @param size length of a side (pixels) */
export function randomPng(size = 64): Buffer {
	const png = new PNG({ width: size, height: size });
	randomFillSync(png.data);
	return PNG.sync.write(png);
}

import { randomFillSync } from 'node:crypto';
import { PNG } from 'pngjs';

/** A real PNG of random colours: no two have the same SHA-256. @param size of a side, in pixels */
export function randomPng(size = 64): Buffer {
	const png = new PNG({ width: size, height: size });
	randomFillSync(png.data);
	return PNG.sync.write(png);
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

import { root } from '../../n8n/checkout';

const pathOf = (name: string) => join(root, 'docs', 'images', `${name}.png`);

/**
 * Takes a picture of parts of a page: from the top left of the first, as wide as the widest, down to the last. Only
 * `npm run screenshots` saves it in docs/images, because two pictures of the same page differ in a few pixels.
 */
export async function takePicture(page: Page, name: string, ...parts: Locator[]): Promise<void> {
	await page.mouse.move(0, 0);
	const boxes = (await Promise.all(parts.map(async (part) => await part.boundingBox()))).filter(
		(box) => box !== null,
	);
	const [first, last] = [boxes.at(0), boxes.at(-1)];
	if (!first || !last || boxes.length < parts.length)
		throw new Error(`Not all that belongs on ${name} is on show.`);
	const { x, y } = first;
	const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
	const clip = { x, y, width, height: last.y + last.height + 12 - y };
	const picture = await page.screenshot({ clip, animations: 'disabled' });
	if (process.env.npm_lifecycle_event === 'screenshots') await writeFile(pathOf(name), picture);
}

/** The alternative texts of the pictures in README and docs/, by the picture's name. */
export function picturesOfDocs(): Record<string, string> {
	const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
	const pages = ['README.md', ...docs.map((file) => join('docs', file))];
	const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
	const shown = text.matchAll(/!\[((?:(?!\]\().)*)\]\((?:docs\/)?images\/([\w-]+)\.png\)/g);
	return Object.fromEntries([...shown].map(([, words = '', name = '']) => [name, words]));
}

/** The size in bytes of a picture in docs/images. */
export function sizeOfPicture(name: string): number {
	return statSync(pathOf(name)).size;
}

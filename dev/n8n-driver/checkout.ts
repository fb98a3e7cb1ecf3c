import { dirname, join, relative } from 'node:path';

/** The folder of this package. */
export const root = dirname(dirname(__dirname));

/** What runs leave behind; git ignores it. */
export const localFolder = join(root, '.local');

/** A path as one would type it in the checkout. */
export const shown = (path: string) => relative(root, path);

import { dirname, join, relative } from 'node:path';

/** The folder of this package. */
export const root = dirname(dirname(__dirname));

/** The folder for the files that runs leave; git ignores it. */
export const localFolder = join(root, '.local');

/** A path as you would type it in the checkout. */
export const shown = (path: string) => relative(root, path);

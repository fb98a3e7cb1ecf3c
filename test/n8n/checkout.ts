import { dirname, join, relative } from 'node:path';

/** The folder of this package. */
export const root = dirname(dirname(__dirname));

/** The folder for temporary files and logs. Git ignores it. */
export const localFolder = join(root, '.local');

/** A path relative to the folder of this package. */
export const shown = (path: string) => relative(root, path);

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../n8n/checkout';

/** The files of a folder of this package and of all folders in it. @returns their paths, from the folder of the package on */
export const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => join(folder, file));

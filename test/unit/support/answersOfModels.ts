import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers as models write them, each with what is special about it. */
export const answersOfModels = readFileSync(join(__dirname, 'answersOfModels.txt'), 'utf8')
	.split(/^%%%% /m)
	.slice(1)
	.map((answer) => /^(.*)\n([^]*)\n$/.exec(answer)?.slice(1) as [name: string, answer: string]);

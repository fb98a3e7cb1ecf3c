import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { fileOf } from './files';
import type { Runner } from './rounds';
import type { Stage } from './stage';
import type { Way } from './subjects';

const run = promisify(execFile);

/** curl uploading the file of a way as a form, timed by its own clock; of its CPU and memory nothing is known. */
export function curl({ receiver, files }: Stage, { file, over }: Way): Runner {
	const form = ['--form', `file=@${fileOf(files, file?.kind ?? 'large')}`];
	const quiet = ['--silent', '--show-error', '--output', '/dev/null', '--noproxy', '*'];
	return {
		async run() {
			const { stdout } = await run('curl', [...form, ...quiet, '--write-out', '%{time_total}', receiver.addresses[over]]);
			return { time: Number(stdout) * 1000, cpu: NaN, resident: NaN, heapKept: NaN, payload: NaN };
		},
	};
}

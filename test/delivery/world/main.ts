// Plays new worlds: npm run test:world -- --worlds 100000. With --first, it replays those from this seed on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../../n8n/checkout';

/** So many run in one process, so that the progress shows. */
const atOnce = 10_000;

const { values } = parseArgs({
	options: {
		worlds: { type: 'string' },
		first: { type: 'string' },
	},
});
const worlds = Number(values.worlds ?? 10_000);
const first = Number(values.first ?? Math.floor(Math.random() * 2 ** 31));
console.log(`${worlds} worlds from seed ${first}`);
for (let played = 0; played < worlds; played += atOnce) {
	const env = {
		...process.env,
		FIRST_WORLD: String(first + played),
		WORLDS: String(Math.min(atOnce, worlds - played)),
	};
	const jest = [
		join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
		'-i',
		'/test/delivery/world/',
	];
	const { status } = spawnSync(process.execPath, jest, { cwd: root, env, stdio: 'inherit' });
	if (status !== 0) process.exit(1);
	console.log(`${Math.min(played + atOnce, worlds)} of ${worlds} played`);
}

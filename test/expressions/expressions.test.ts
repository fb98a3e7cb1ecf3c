import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { root } from '../n8n/checkout';
import { n8nProgram, n8nVersions } from '../n8n/n8nProgram';

const wanted = 100_000;
const engines = n8nVersions().flatMap((version) =>
	(version.startsWith('1.') ? ['legacy'] : ['legacy', 'vm']).map(
		(engine) => [version, engine] as const,
	),
);
const counted: string[] = [];

it.each(engines)(
	'a plain field has the value that n8n %s gives it with its engine "%s"',
	async (version, engine) => {
		const { node, script } = n8nProgram(version);
		const program = join(root, 'test', 'expressions', 'inN8n.ts');
		const { stdout } = await promisify(execFile)(
			node,
			['--import', 'tsx', program, script, engine, String(wanted)],
			{ cwd: root },
		);
		const { compared } = JSON.parse(stdout) as { compared: number };
		expect(compared).toBeGreaterThanOrEqual(wanted);
		counted.push(`${compared} with ${engine} of n8n ${version}`);
	},
	1_800_000,
);

afterAll(() => void process.stdout.write(`Plain fields, no difference: ${counted.join(', ')}.\n`));

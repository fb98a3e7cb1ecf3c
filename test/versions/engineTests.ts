import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { n8nProgram, n8nVersions } from '../n8n/n8nProgram';
import { nodeOf } from './nodeOf';

const programs = new Set(n8nVersions().map((version) => n8nProgram(version).node));
const nodes = [...programs].map((program) => [nodeOf(program), program] as const).sort();

export function engineTests(counted: string[]): void {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'engine-on-'));
	});
	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	it.each(nodes)(
		'all engine tests pass on %s',
		async (name, node) => {
			const results = join(folder, 'results.json');
			const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
			const said = await new Promise<string>((resolve) => {
				const args = [jest, 'test/engine', '--json', `--outputFile=${results}`];
				execFile(
					node,
					args,
					{ cwd: root, maxBuffer: 64 * 1024 * 1024 },
					(_error, _stdout, stderr) => resolve(stderr),
				);
			});
			const { success, numPassedTests } = JSON.parse(
				await readFile(results, 'utf8').catch(() => '{}'),
			) as {
				success?: boolean;
				numPassedTests?: number;
			};
			// If a test failed, show the output of that jest.
			expect(success ? '' : said).toBe('');
			expect(numPassedTests).toBeGreaterThan(0);
			counted.push(`${numPassedTests} engine tests on ${name}`);
		},
		600_000,
	);
}

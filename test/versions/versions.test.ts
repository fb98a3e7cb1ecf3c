// Other versions of n8n and Node.js: the node in each n8n, the engine tests on each Node.js.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { n8nProgram, n8nVersions } from '../n8n/n8nProgram';
import { nodeOf, operationsTests } from './operationsTests';

const counted: string[] = [];
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'engine-on-'));
});
afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
	process.stdout.write(`Versions: ${counted.join('; ')}.\n`);
});

operationsTests(counted);

const programs = [...new Set(n8nVersions().map((version) => n8nProgram(version).node))];

it.each(programs.map((node) => [nodeOf(node), node] as const).sort())(
	'all engine tests pass on %s',
	async (name, node) => {
		const results = join(folder, 'results.json');
		const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
		const args = [jest, 'test/engine', '--json', `--outputFile=${results}`];
		const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
		const said = await new Promise<string>((resolve) => {
			execFile(node, args, options, (_error, _stdout, stderr) => resolve(stderr));
		});
		const { success, numPassedTests } = JSON.parse(
			await readFile(results, 'utf8').catch(() => '{}'),
		) as { success?: boolean; numPassedTests?: number };
		// If a test failed, show the output of that jest.
		expect(success ? '' : said).toBe('');
		expect(numPassedTests).toBeGreaterThan(0);
		counted.push(`${numPassedTests} engine tests on ${name}`);
	},
	// On a machine that does other work, too, they take more than ten minutes.
	3_600_000,
);

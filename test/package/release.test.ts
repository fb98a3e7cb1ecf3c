import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { credential, readJson, root } from './built';

interface Manifest {
	name: string;
	version: string;
	scripts: Record<string, string>;
	homepage: string;
	bugs: { url: string };
	repository: { url: string };
}
const manifest = readJson(root, 'package.json') as Manifest;
const { name, version, scripts } = manifest;
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

function expectAddresses({ homepage, bugs, repository }: Manifest, address: string): void {
	expect({ homepage, bugs, repository: repository.url }).toEqual({
		homepage: `${address}#readme`,
		bugs: { url: `${address}/issues` },
		repository: `git+${address}.git`,
	});
}

it('the addresses in package.json belong to its repository', () => {
	expectAddresses(manifest, manifest.repository.url.replace(/^git\+|\.git$/g, ''));
});

it("n8n's links to the documentation lead to the package at npm, those of the credential to its section", () => {
	const page = `https://www.npmjs.com/package/${name}`;
	const codex = join(root, 'nodes/MessagingIntegration/MessagingIntegration.node.json');
	expect(readJson(codex)).toMatchObject({
		resources: {
			primaryDocumentation: [{ url: page }],
			credentialDocumentation: [{ url: `${page}#connect` }],
		},
	});
	expect(credential.documentationUrl).toBe(`${page}#connect`);
	expect(read('README.md')).toMatch(/^## Connect$/m);
});

it('the Compose example of the README installs the version of this package', () => {
	const pinned = [...read('README.md').matchAll(/"version": "([^"]+)"/g)].map(([, found]) => found);
	expect(pinned).toEqual([version]);
});

it.each(Object.entries(scripts))('npm run %s installs what is missing first', (_, command) => {
	expect(command).toMatch(/^(node dev\/install\.mjs|npm run build &&) /);
	expect(scripts.build).toMatch(/^node dev\/install\.mjs && /);
});

describe('node dev/publishable.mjs', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'release-'));
		mkdirSync(join(folder, '.github/workflows'), { recursive: true });
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const run = (...args: string[]) => {
		cpSync(join(root, 'dev/publishable.mjs'), join(folder, 'dev/publishable.mjs'));
		const script = ['dev/publishable.mjs', ...args];
		return spawnSync(process.execPath, script, { cwd: folder, encoding: 'utf8' });
	};
	const checked = (files: Record<string, string>) => {
		for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
		const { status, stdout } = run();
		return { status, lines: stdout.trim().split('\n') };
	};
	const hash = 'a'.repeat(40);

	it('names each placeholder, unpinned action and missing section of the changelog', () => {
		const repository = '"https://example.com/n8n-nodes-messaging-integration"';
		expect(
			checked({
				'package.json': `{ "version": "1.2.3",\n"homepage": ${repository},\n"author": "a@b.example" }`,
				'SECURITY.md': 'Report\nhttps://example.com/n8n-nodes-messaging-integration/security',
				'CHANGELOG.md': '## [Unreleased]',
				'.github/workflows/ci.yml': `- uses: actions/checkout@v4\n- uses: actions/cache@${hash} # v4`,
			}),
		).toEqual({
			status: 1,
			lines: [
				`package.json:2: "homepage": ${repository},`,
				'package.json:3: "author": "a@b.example" }',
				'SECURITY.md:2: https://example.com/n8n-nodes-messaging-integration/security',
				'.github/workflows/ci.yml:1: - uses: actions/checkout@v4',
				'CHANGELOG.md: no section [1.2.3] with a date',
			],
		});
	});
});

describe('the workflows', () => {
	/** The text of each job, with its name first. */
	const jobsOf = (file: string) =>
		read('.github/workflows', file)
			.replace(/^[^]*\njobs:\n/, '')
			.split(/^(?= {2}[\w-]+:$)/m)
			.filter((job) => /^ {2}[\w-]+:/.test(job));

	it('the job that may publish runs nothing but npm publish', () => {
		const [build = '', publish = '', ...others] = jobsOf('publish.yml');
		expect(others).toEqual([]);
		expect(read('.github/workflows/publish.yml').replace(publish, '')).not.toContain('id-token');
		expect(build).toContain('merge-base --is-ancestor "$GITHUB_SHA" origin/main');
		expect(publish).toContain('id-token: write');
		expect([...publish.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
			'npm publish ./*.tgz --provenance --access public --ignore-scripts',
		]);
	});
});

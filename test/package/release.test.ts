import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it('the addresses in package.json belong to its repository', () => {
	const { homepage, bugs, repository } = manifest;
	const address = repository.url.replace(/^git\+|\.git$/g, '');
	expect([homepage, bugs.url]).toEqual([`${address}#readme`, `${address}/issues`]);
	expect(repository.url).toBe(`git+${address}.git`);
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

it('the Compose example installs the version of this package', () => {
	const pinned = [...read('docs/operate.md').matchAll(/"version": "([^"]+)"/g)].map(
		([, found]) => found,
	);
	expect(pinned).toEqual([version]);
});

it.each(Object.entries(scripts))('npm run %s installs what is missing first', (_, command) => {
	expect(command).toMatch(/^(node dev\/install\.mjs|npm run build &&) /);
	expect(scripts.build).toMatch(/^node dev\/install\.mjs && /);
});

it('node dev/publishable.mjs names each placeholder, unpinned action and missing section of the changelog', () => {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	const repository = '"https://example.com/n8n-nodes-messaging-integration"';
	const files = {
		'package.json': `{ "version": "1.2.3",\n"homepage": ${repository},\n"author": "a@b.example" }`,
		'SECURITY.md': 'Report\nhttps://example.com/n8n-nodes-messaging-integration/security',
		'CHANGELOG.md': '## [Unreleased]',
		'.github/workflows/ci.yml': `- uses: actions/checkout@v4\n- uses: actions/cache@${'a'.repeat(40)} # v4`,
	};
	mkdirSync(join(folder, '.github/workflows'), { recursive: true });
	for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
	const script = join(root, 'dev/publishable.mjs');
	const { status, stdout } = spawnSync(process.execPath, [script], {
		cwd: folder,
		encoding: 'utf8',
	});
	rmSync(folder, { recursive: true });
	expect(status).toBe(1);
	expect(stdout.trim().split('\n')).toEqual([
		`package.json:2: "homepage": ${repository},`,
		'package.json:3: "author": "a@b.example" }',
		'SECURITY.md:2: https://example.com/n8n-nodes-messaging-integration/security',
		'.github/workflows/ci.yml:1: - uses: actions/checkout@v4',
		'CHANGELOG.md: no section [1.2.3] with a date',
	]);
});

/** The text of each job, with its name first. */
const jobsOf = (file: string) =>
	read('.github/workflows', file)
		.replace(/^[^]*\njobs:\n/, '')
		.split(/^(?= {2}[\w-]+:$)/m)
		.filter((job) => /^ {2}[\w-]+:/.test(job));

it('the job of a workflow that may publish runs nothing but npm publish', () => {
	const [build = '', publish = '', ...others] = jobsOf('publish.yml');
	expect(others).toEqual([]);
	expect(read('.github/workflows/publish.yml').replace(publish, '')).not.toContain('id-token');
	expect(build).toContain('merge-base --is-ancestor "$GITHUB_SHA" origin/main');
	expect(publish).toContain('id-token: write');
	expect([...publish.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
		'npm publish ./*.tgz --provenance --access public --ignore-scripts',
	]);
});

import { readFileSync } from 'node:fs';
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

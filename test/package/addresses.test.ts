import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { readJson, root } from './built';

interface Manifest {
	name: string;
	homepage: string;
	bugs: { url: string };
	repository: { url: string };
}

const manifestIn = (folder: string) => readJson(folder, 'package.json') as Manifest;

function expectAddresses({ homepage, bugs, repository }: Manifest, address: string): void {
	expect({ homepage, bugs, repository: repository.url }).toEqual({
		homepage: `${address}#readme`,
		bugs: { url: `${address}/issues` },
		repository: `git+${address}.git`,
	});
}

it('the addresses in package.json belong to its repository', () => {
	const manifest = manifestIn(root);
	expectAddresses(manifest, manifest.repository.url.replace(/^git\+|\.git$/g, ''));
});

it("n8n's links to the documentation lead to the package at npm, those of the credential to its section", () => {
	const page = `https://www.npmjs.com/package/${manifestIn(root).name}`;
	const folder = join(root, 'nodes/MessagingIntegration');
	expect(readJson(folder, 'MessagingIntegration.node.json')).toMatchObject({
		resources: {
			primaryDocumentation: [{ url: page }],
			credentialDocumentation: [{ url: `${page}#connect` }],
		},
	});
	expect(new MessagingIntegrationApi().documentationUrl).toBe(`${page}#connect`);
	expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/^## Connect$/m);
});

it('a published package has the addresses of the repository that it comes from, also in its README', () => {
	const copy = mkdtempSync(join(tmpdir(), 'publishable-'));
	try {
		for (const file of ['package.json', 'README.md', 'dev/publishable.mjs'])
			cpSync(join(root, file), join(copy, file));
		const address = 'https://github.com/someone/messaging';
		execFileSync(process.execPath, ['dev/publishable.mjs', address], { cwd: copy });
		expectAddresses(manifestIn(copy), address);
		const readme = readFileSync(join(copy, 'README.md'), 'utf8');
		const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
		expect(links.filter((link) => !/^(https:|#)/.test(link ?? ''))).toEqual([]);
		expect(links).toEqual(
			expect.arrayContaining([
				`${address}/raw/main/docs/images/send-a-text.png`,
				`${address}/raw/main/examples/form-to-message-one-node.json`,
				`${address}/blob/main/docs/send-once.md`,
			]),
		);
	} finally {
		rmSync(copy, { recursive: true });
	}
});

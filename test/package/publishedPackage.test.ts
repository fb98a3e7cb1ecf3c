import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readJson, root } from './built';

const place = mkdtempSync(join(tmpdir(), 'packed-'));
/** Only the package and n8n-workflow are installed here. */
const consumer = join(place, 'consumer');
const folder = join(consumer, 'node_modules/n8n-nodes-messaging-integration');
/** The files in the package, as npm lists them. */
let files: string[];
/** Of the package (bytes). */
let size: number;

beforeAll(() => {
	const said = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
		cwd: root,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	const [pack] = JSON.parse(said) as Array<{
		filename: string;
		size: number;
		files: Array<{ path: string }>;
	}>;
	if (!pack) throw new Error(`npm packed nothing: ${said}`);
	files = pack.files.map(({ path }) => path);
	size = pack.size;
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', join(place, pack.filename), '-C', folder, '--strip-components=1']);
	const workflow = 'node_modules/n8n-workflow';
	symlinkSync(join(root, workflow), join(consumer, workflow));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const manifest = () =>
	readJson(folder, 'package.json') as {
		name: string;
		keywords: string[];
		n8n: { n8nNodesApiVersion: number; nodes: string[]; credentials: string[] };
	};

it('contains only the files that a registry shows, the node, the credential, types, icons, codex, output schemas and licences', () => {
	const node = 'dist/nodes/MessagingIntegration';
	expect(files.sort()).toEqual([
		...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/THIRD_PARTY_LICENSES.txt'],
		'dist/credentials/MessagingIntegrationApi.credentials.d.ts',
		'dist/credentials/MessagingIntegrationApi.credentials.js',
		'dist/index.d.ts',
		`${node}/MessagingIntegration.node.d.ts`,
		`${node}/MessagingIntegration.node.js`,
		`${node}/MessagingIntegration.node.json`,
		`${node}/__schema__/v1.0.0/instance/getAll.json`,
		`${node}/__schema__/v1.0.0/media/upload.json`,
		`${node}/__schema__/v1.0.0/message/send.json`,
		`${node}/__schema__/v1.0.0/message/sendAndWait.json`,
		`${node}/messagingIntegration.dark.svg`,
		`${node}/messagingIntegration.svg`,
		...['index.js', 'package.json'],
	]);
});

it('has at most 450 kB', () => {
	expect(size).toBeLessThanOrEqual(450_000);
});

it('has no dependencies that n8n would have to install', () => {
	const kinds = Object.entries(manifest()).filter(([kind]) =>
		/^(?!dev).*dependencies$/i.test(kind),
	);
	expect(Object.fromEntries(kinds)).toEqual({ peerDependencies: { 'n8n-workflow': '*' } });
});

it('has the name, the keyword and the files by which n8n finds it', () => {
	const { name, keywords, n8n } = manifest();
	expect(name).toBe('n8n-nodes-messaging-integration');
	expect(keywords).toContain('n8n-community-node-package');
	expect(n8n).toEqual({
		n8nNodesApiVersion: 1,
		nodes: [expect.stringMatching(/MessagingIntegration\.node\.js$/)],
		credentials: [expect.stringMatching(/MessagingIntegrationApi\.credentials\.js$/)],
	});
	for (const file of [...n8n.nodes, ...n8n.credentials]) expect(files).toContain(file);
});

/** The packages that the source imports, except those that n8n or Node.js provides. */
function bundled(): string[] {
	const paths = ['nodes', 'credentials'].flatMap((place) =>
		readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.ts'))
			.map((path) => join(root, place, path)),
	);
	const source = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
	const imported = [...source.matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(
		([, name = '']) => name,
	);
	return [...new Set(imported)].filter((name) => !/^(n8n-workflow$|node:)/.test(name));
}

it('contains the licence of every bundled package, and both of libphonenumber-js: for its code and for its data', () => {
	expect(bundled()).toEqual(expect.arrayContaining(['undici', 'zod', 'secure-json-parse']));
	const licences = readFileSync(join(folder, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
	const textOf = (start: string) =>
		licences.split(/^-{80}$/m).find((part) => part.trim().startsWith(start));
	for (const name of bundled()) {
		const { version, license } = readJson(root, 'node_modules', name, 'package.json') as Record<
			string,
			string
		>;
		const text = textOf(`${name} ${version} (${license})\n`) ?? `No licence of ${name}`;
		expect(text).toMatch(/copyright/i);
		expect(text).toMatch(/(THE SOFTWARE|THIS SOFTWARE) IS PROVIDED/i);
	}
	expect(textOf('libphonenumber-js')).toMatch(/MIT License[^]*Apache License/);
});

it('exports both classes if only n8n-workflow is installed with it', () => {
	const script = `const given = require('n8n-nodes-messaging-integration');
		const { MessagingIntegration: Node, MessagingIntegrationApi: Credential } = given;
		console.log(JSON.stringify([Object.keys(given), new Node().description.name, new Credential().name]));`;
	const said = execFileSync(process.execPath, ['-e', script], { cwd: consumer, stdio: 'pipe' });
	expect(JSON.parse(said.toString())).toEqual([
		['MessagingIntegration', 'MessagingIntegrationApi'],
		'messagingIntegration',
		'messagingIntegrationApi',
	]);
});

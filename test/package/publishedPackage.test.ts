import { execFileSync } from 'node:child_process';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

import { readJson, root } from './built';

const place = mkdtempSync(join(tmpdir(), 'packed-'));
/** Only the package and n8n-workflow are installed here. */
const consumer = join(place, 'consumer');
const folder = join(consumer, 'node_modules/n8n-nodes-messaging-integration');
/** The files in the package, as npm lists them. */
let files: string[];

beforeAll(() => {
	const said = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
		cwd: root,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	const [pack] = JSON.parse(said) as Array<{ filename: string; files: Array<{ path: string }> }>;
	if (!pack) throw new Error(`npm packed nothing: ${said}`);
	files = pack.files.map(({ path }) => path);
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
		peerDependencies: Record<string, string>;
	};

it('contains dist/ and the files that a registry shows', () => {
	const beside = files.filter((path) => !path.startsWith('dist/'));
	expect(beside.sort()).toEqual([
		'CHANGELOG.md',
		'LICENSE',
		'README.md',
		'index.js',
		'package.json',
	]);
});

it('contains in dist/ only the node, the credential, types, icons, codex, output schemas and licences', () => {
	const built = files.filter((path) => path.startsWith('dist/'));
	const node = 'dist/nodes/MessagingIntegration';
	expect(built.sort()).toEqual([
		'dist/THIRD_PARTY_LICENSES.txt',
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
	]);
});

it('has no dependencies that n8n would have to install', () => {
	const packageJson = manifest();
	for (const kind of [
		'dependencies',
		'optionalDependencies',
		'bundledDependencies',
		'bundleDependencies',
	]) {
		expect(packageJson).not.toHaveProperty(kind);
	}
	expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
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
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
			join(root, folder, path),
		),
	);
	const source = files
		.filter((path) => path.endsWith('.ts'))
		.map((path) => readFileSync(path, 'utf8'));
	const imported = source.flatMap((text) =>
		[...text.matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(([, name]) => name),
	);
	return [...new Set(imported)].filter(
		(name) => name !== undefined && name !== 'n8n-workflow' && !name.startsWith('node:'),
	) as string[];
}

it('contains the licence of every bundled package', () => {
	expect(bundled()).toEqual(expect.arrayContaining(['undici', 'zod', 'secure-json-parse']));
	const texts = readFileSync(join(folder, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8').split(
		/^-{80}$/m,
	);
	for (const name of bundled()) {
		const { version, license } = readJson(root, 'node_modules', name, 'package.json') as Record<
			string,
			string
		>;
		const text =
			texts.find((part) => part.trim().startsWith(`${name} ${version} (${license})\n`)) ??
			`No licence of ${name}`;
		expect(text).toMatch(/copyright/i);
		expect(text).toMatch(/(THE SOFTWARE|THIS SOFTWARE) IS PROVIDED/i);
	}
});

it('contains both licences of libphonenumber-js: for its code and for its data', () => {
	const texts = readFileSync(join(folder, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8').split(
		/^-{80}$/m,
	);
	const text = texts.find((part) => part.trim().startsWith('libphonenumber-js'));
	expect(text).toMatch(/MIT License[^]*Apache License/);
});

it('exports both classes if only n8n-workflow is installed with it', () => {
	const script = `const given = require('n8n-nodes-messaging-integration');
		const { MessagingIntegration: Node, MessagingIntegrationApi: Credential } = given;
		console.log(JSON.stringify([Object.keys(given), new Node().description.name, new Credential().name]));`;
	const said = execFileSync(process.execPath, ['-e', script], {
		cwd: consumer,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	expect(JSON.parse(said)).toEqual([
		['MessagingIntegration', 'MessagingIntegrationApi'],
		'messagingIntegration',
		'messagingIntegrationApi',
	]);
});

it('has types that work in a strict TypeScript program', () => {
	const use = (given: string) => `
		import { MessagingIntegration, MessagingIntegrationApi } from 'n8n-nodes-messaging-integration';
		import type { ICredentialType, INodeType } from 'n8n-workflow';
		export const node: INodeType = new ${given}();
		export const credential: ICredentialType = new MessagingIntegrationApi();
		export const use = MessagingIntegration.prototype.execute;\n`;
	const [right, wrong] = [join(consumer, 'right.ts'), join(consumer, 'wrong.ts')];
	writeFileSync(right, use('MessagingIntegration'));
	writeFileSync(wrong, use('MessagingIntegrationApi'));
	const program = ts.createProgram([right, wrong], {
		strict: true,
		noEmit: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.Node16,
		types: [],
	});
	const faultsIn = (name: string) =>
		program
			.getSourceFiles()
			.filter(({ fileName }) => fileName.includes(name))
			.flatMap((source) => [
				...program.getSyntacticDiagnostics(source),
				...program.getSemanticDiagnostics(source),
			])
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
	expect([...faultsIn(right), ...faultsIn('n8n-nodes-messaging-integration')]).toEqual([]);
	expect(faultsIn(wrong)).toEqual([expect.stringContaining("required in type 'INodeType'")]);
});

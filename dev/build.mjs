// Builds `dist/`: the node and the credential, each bundled into one file, with what n8n reads beside them.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { build } from 'esbuild';
import ts from 'typescript';

process.chdir(dirname(import.meta.dirname));

const node = 'nodes/MessagingIntegration';
const entries = [
	`${node}/MessagingIntegration.node.ts`,
	'credentials/MessagingIntegrationApi.credentials.ts',
];

async function bundle() {
	const { metafile } = await build({
		entryPoints: entries,
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// n8n gives it; a copy of our own would not know n8n's errors.
		external: ['n8n-workflow'],
		metafile: true,
		logLevel: 'warning',
	});
	return Object.keys(metafile.inputs);
}

/** The folders of the packages that were bundled, from the files that esbuild read. */
function packagesOf(inputs) {
	const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
	return [...new Set(inputs.map((input) => folder.exec(input)?.[1]).filter(Boolean))].sort();
}

async function licences(packages) {
	const texts = packages.map(async (folder) => {
		const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`${name} is bundled, but brings no licence text`);
		return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
	});
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`));
}

/** Declarations of the two classes that `index.js` hands on; what they are made of is nobody else's. */
async function declarations() {
	const exported = await Promise.all(
		entries.map(async (entry) => {
			const { outputText } = ts.transpileDeclaration(await readFile(entry, 'utf8'), {
				fileName: entry,
				compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 },
			});
			const module = entry.replace(/\.ts$/, '');
			await writeFile(`dist/${module}.d.ts`, outputText);
			return `export * from './${module}';\n`;
		}),
	);
	await writeFile('dist/index.d.ts', exported.join(''));
}

await rm('dist', { recursive: true, force: true });
const inputs = await bundle();
await licences(packagesOf(inputs));
await declarations();
// What the editor shows of an operation's output before its first run: only fields that the reference names.
await cp(join(node, '__schema__'), join('dist', node, '__schema__'), { recursive: true });
for (const file of await readdir(node)) {
	if (/\.(svg|node\.json)$/.test(file)) await cp(join(node, file), join('dist', node, file));
}

// Builds `dist/`: the node and the credential, each bundled into one file, and the files that n8n reads besides.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { bundle, entries, node } from './bundle.mjs';

// An import would parse all of it for its exports, which takes longer than the build.
const ts = createRequire(import.meta.url)('typescript');

process.chdir(dirname(import.meta.dirname));

async function licences(packages) {
	const texts = packages.map(async (folder) => {
		const read = (file) => readFile(join(folder, file), 'utf8');
		const { name, version, license } = JSON.parse(await read('package.json'));
		// Some packages have several: their own, and those of the code that they contain.
		const files = (await readdir(folder)).filter((entry) => /^licen[cs]e/i.test(entry)).sort();
		if (files.length === 0) throw new Error(`${name} is bundled, but brings no licence text`);
		const words = (await Promise.all(files.map(read))).map((text) => text.trim());
		return `${name} ${version} (${license})\n\n${words.join('\n\n')}\n`;
	});
	const all = (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', all);
}

/** Declarations of the two classes that `index.js` exports; the types inside them stay private. */
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
await licences(await bundle());
await declarations();
// What the editor shows as an operation's output before its first run: only fields that the reference names.
await cp(join(node, '__schema__'), join('dist', node, '__schema__'), { recursive: true });
for (const file of await readdir(node)) {
	if (/\.(svg|node\.json)$/.test(file)) await cp(join(node, file), join('dist', node, file));
}

import { join } from 'node:path';

import { build } from 'esbuild';

export const node = 'nodes/MessagingIntegration';

/** The files that n8n loads. */
export const entries = [
	`${node}/MessagingIntegration.node.ts`,
	'credentials/MessagingIntegrationApi.credentials.ts',
];

/** Packages of which the node needs only a part. */
const partsOfPackages = {
	name: 'parts of packages',
	setup({ onResolve }) {
		onResolve({ filter: /^(undici|entities)$/ }, ({ path }) => ({
			path: join(import.meta.dirname, `${path}.cjs`),
		}));
		// undici brings its parser twice, each 25 kB packed. This one runs on every processor, and answers are small.
		onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path, resolveDir }) => ({
			path: join(resolveDir, path.replace('_simd', '')),
		}));
	},
};

/** The folders of the packages to which the files belong. */
function packagesOf(files) {
	const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
	return [...new Set(files.map((file) => folder.exec(file)?.[1]).filter(Boolean))].sort();
}

/**
 * Bundles each entry into one file in `dist/`.
 * @returns {Promise<string[]>} the folders of the packages that were bundled
 */
export async function bundle() {
	const { metafile } = await build({
		entryPoints: entries,
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// n8n provides it; a bundled copy would not recognise n8n's errors.
		external: ['n8n-workflow'],
		// A quarter of the package. Names stay, so that stacks can be read.
		minifySyntax: true,
		minifyWhitespace: true,
		plugins: [partsOfPackages],
		metafile: true,
		logLevel: 'warning',
	});
	return packagesOf(Object.keys(metafile.inputs));
}

/** Packages that come as ES modules alone. */
const esm = ['p-timeout', 'dot-prop', 'mime', 'get-port'];

/** One project for each suite, named after its folder in test/: `jest --selectProjects unit`. */
const suite = (name, own = {}) => ({
	displayName: name,
	rootDir: __dirname,
	// jest finds the tests that import a file only if it knows the files between them.
	roots: ['nodes', 'credentials', 'test'].map((folder) => `<rootDir>/${folder}`),
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: {
		'^.+\\.ts$': '@swc/jest',
		[`/node_modules/(${esm.join('|')})/.+\\.js$`]: ['@swc/jest', { module: { type: 'commonjs' } }],
	},
	transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
	...own,
});

/** These start programs of their own: n8n, Chromium, nginx. jest takes no timeout from a project. */
const long = { setupFilesAfterEnv: ['<rootDir>/test/support/longTimeout.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	// Only a test that hangs should meet it, also on a machine that is ten times slower.
	testTimeout: 120_000,
	// A worker ends 2 ms after jest asks it to, but then returns its memory: 0.8 GB take half a second, and several on a busy
	// machine. By itself jest waits 500 ms, and then says that a test leaks.
	workerGracefulExitTimeout: 30_000,
	projects: [
		...['unit', 'delivery', 'package', 'methods', 'transport'].map((name) => suite(name)),
		...['engine', 'limits', 'linear', 'sandbox'].map((name) => suite(name)),
		suite('e2e', {
			...long,
			globalSetup: '<rootDir>/test/e2e/setUp.mjs',
			globalTeardown: '<rootDir>/test/e2e/tearDown.mjs',
		}),
		...['chaos', 'nginx', 'queue', 'versions'].map((name) => suite(name, long)),
	],
};

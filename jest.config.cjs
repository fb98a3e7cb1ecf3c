/** Packages that come as ES modules alone. */
const esm = ['p-timeout', 'dot-prop', 'mime', 'get-port'];

/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['e2e', 'chaos', 'nginx', 'queue', 'versions'].map(
		(suite) => `<rootDir>/test/${suite}/`,
	),
	transform: {
		'^.+\\.ts$': '@swc/jest',
		[`/node_modules/(${esm.join('|')})/.+\\.js$`]: ['@swc/jest', { module: { type: 'commonjs' } }],
	},
	transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
	// Only a test that hangs should meet it, also on a machine that is ten times slower.
	testTimeout: 120_000,
};

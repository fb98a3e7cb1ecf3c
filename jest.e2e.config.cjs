// A real n8n, the editor and the examples.
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.long.config.cjs'),
	roots: ['<rootDir>/test/e2e'],
	globalSetup: '<rootDir>/test/e2e/setUp.mjs',
	globalTeardown: '<rootDir>/test/e2e/tearDown.mjs',
	// Each has an n8n.
	maxWorkers: 2,
};

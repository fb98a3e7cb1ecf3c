// The long suite: a real n8n, which `npm run test:e2e` installs and starts.
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.cjs'),
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: [],
	testTimeout: 120_000,
};

/** The long tests: thousands of items through a service that fails in every way (`npm run test:chaos`). */
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.cjs'),
	roots: ['<rootDir>/test/chaos'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600_000,
};

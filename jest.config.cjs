/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	transform: { '^.+\\.ts$': '@swc/jest' },
	testTimeout: 30_000,
};

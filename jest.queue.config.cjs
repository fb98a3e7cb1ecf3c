// n8n's queue mode: a main and workers, with Debian's Redis and Postgres. One suite, so that all of it is started once.
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.cjs'),
	roots: ['<rootDir>/test/queue'],
	testPathIgnorePatterns: [],
	testTimeout: 180_000,
	maxWorkers: 1,
};

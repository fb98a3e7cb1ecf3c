// The long suites: a script of package.json names the folder of each (--roots).
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.cjs'),
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600_000,
	// Each starts programs of its own and wants the machine for itself.
	maxWorkers: 1,
};

// The oldest and the newest n8n that this node is for, and one between, as `npm run test:versions` installs them.
/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.cjs'),
	roots: ['<rootDir>/test/versions'],
	testPathIgnorePatterns: [],
	testTimeout: 240_000,
	maxWorkers: 1,
	reporters: ['default', '<rootDir>/test/versions/closing-line.cjs'],
};

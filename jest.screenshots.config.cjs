// Makes the pictures of the README anew.
process.env.UPDATE_SCREENSHOTS = '1';

/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.e2e.config.cjs'),
	testMatch: ['**/screenshots.test.ts'],
};

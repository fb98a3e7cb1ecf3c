const { default: Sequencer } = require('@jest/test-sequencer');

/** For `--bail`: the tests that take the least time come first. jest begins with those that take the most. */
module.exports = class extends Sequencer {
	sort(tests) {
		// The base class looks up how long each test took the last time.
		return super.sort(tests).sort((one, other) => (one.duration ?? 0) - (other.duration ?? 0));
	}
};

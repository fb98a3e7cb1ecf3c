// Without the durations of an earlier run, jest begins with the largest file. Some small files call the tests of another
// one and take minutes. On a new clone they came last, and one of them ran three minutes after all others had ended.
'use strict';

const Sequencer = require('@jest/test-sequencer').default;

const isLong = ({ path }) => /(endOfN8n|binaryModes|labels)\.test\.ts$/.test(path);

module.exports = class extends Sequencer {
	sort(tests) {
		const usual = super.sort(tests);
		return [...usual.filter(isLong), ...usual.filter((test) => !isLong(test))];
	}
};

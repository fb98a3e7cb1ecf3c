// What the checker says of each pattern in the JSON on its input: [source, flags][]. A process of its own, because jest's
// global object makes the checker twenty times slower.
import { text } from 'node:stream/consumers';

import { checkSync } from 'recheck';

// Without Java. The checker looks at it when it is called.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/**
 * The characters that the checker reads limit its search, and no time, so that a busy machine finds the same: a pattern
 * that reads a text of 30,000 once or a hundred times stays below, one that reads it for each of its characters does not. A
 * pattern for which it needs ten minutes is too difficult for a person, too.
 */
const limits = {
	timeout: 600_000,
	maxAttackStringSize: 30_000,
	attackLimit: 10_000_000,
	attackTimeout: null,
	incubationTimeout: null,
	seedingTimeout: null,
};

const patterns = JSON.parse(await text(process.stdin));
const said = patterns.map(([source, flags]) => checkSync(source, flags, limits).status);
process.stdout.write(JSON.stringify(said));

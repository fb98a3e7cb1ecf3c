// What a model reads of a call that failed. A person has read the snapshot: `npm run table:models` prints it.
import { textsForModels } from './support/textsForModels';

const texts = textsForModels();

test.each(texts)('%s', (_, text) => {
	expect(text).toMatchSnapshot();
	// Every word costs the builder tokens.
	expect(text.length).toBeLessThanOrEqual(300);
	// A model sees neither fields nor executions, and a call that may have arrived is not safe to repeat.
	expect(text).not.toMatch(/safe to try|drag|new execution|Retry|Default Country|Split Out/);
});

import { SentElsewhere } from '../api/deliveryFailures';
import { withSentences } from '../api/failure';
import { quoted } from '../api/quoted';
import type { FilePlace } from '../api/request';
import { failureFrom } from './failureFrom';

/**
 * The error of one file of an item with several. It names the field of the file, and says what became of the others,
 * because someone may send the whole item again.
 */
export function aboutFile(error: unknown, { field, index, count }: FilePlace): unknown {
	const failure = failureFrom(error);
	const others = [
		index > 0 ? 'those before it were sent' : undefined,
		index + 1 < count && !(error instanceof SentElsewhere) ? 'those after it were not' : undefined,
	].filter(Boolean);
	return withSentences(
		{ ...failure, message: `${quoted(field)}: ${failure.message}` },
		failure.description,
		`This is file ${index + 1} of ${count} of the item${others.length > 0 ? `: ${others.join(', ')}` : ''}.`,
	);
}

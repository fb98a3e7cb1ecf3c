import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { check, invalidInput, quoted } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import type { Asked } from '../question/question';
import { optionalText } from './rules';

/** Replaces one of our own words. @param fallback what the node says if the option is not there */
function words(
	displayName: string,
	name: string,
	fallback: string,
	description: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	return { displayName, name, type: 'string', default: fallback, description, displayOptions };
}

const answerRecorded = 'Your answer was recorded. You can close this page.';
const comment = 'Comment (optional)';
const showOnlyForApproval = { show: { '/responseType': ['approval'] } };

/** Options with the words that the person reads. Those of n8n's own nodes have their names. */
export const commentLabel = words(
	'Comment Label',
	'commentLabel',
	comment,
	'The words above the field for a comment. Without words, the page has no such field.',
	showOnlyForApproval,
);
export const messageButtonLabel = words(
	'Message Button Label',
	'messageButtonLabel',
	'Answer',
	'The words before the link in the message',
);
export const pageLanguage = words(
	'Page Language',
	'pageLanguage',
	'en',
	'The language of your words, such as de or pt-BR, for screen readers and the direction of the page',
);
export const recordedText = words(
	'Recorded Text',
	'recordedText',
	answerRecorded,
	'What the page says after the answer',
);
export const responseFormButtonLabel = words(
	'Response Form Button Label',
	'responseFormButtonLabel',
	'Send answer',
	'The words on the button',
	{ hide: { '/responseType': ['approval'] } },
);
export const responseFormDescription = words(
	'Response Form Description',
	'responseFormDescription',
	'',
	'What the page says instead of the message',
);
export const responseFormTitle = words(
	'Response Form Title',
	'responseFormTitle',
	'Please answer',
	'The heading of the page',
);

export interface PageWords extends Pick<Asked, 'title' | 'message' | 'language' | 'recorded'> {
	/** Before the link; absent for our own words. */
	beforeLink?: string;
	button: string;
	/** Undefined if nobody is asked for a comment. */
	commentLabel?: string;
}

/** @param isReview whether n8n passes a comment on only if the answer is to decline */
export function pageWordsOf(
	parameters: Parameters,
	itemIndex: number,
	message: string,
	isReview: boolean,
): PageWords {
	const options = parameters.options(itemIndex);
	const given = ({ displayName, name }: INodeProperties) =>
		check(
			optionalText(`The option "${displayName}"`, `Enter text in the option "${displayName}".`),
			options[name],
		)?.trim();
	const language = given(pageLanguage) ?? 'en';
	try {
		Intl.getCanonicalLocales(language);
	} catch {
		throw invalidInput(
			`The page language "${quoted(language)}" is not known`,
			'Enter a tag such as en, de or pt-BR in the option "Page Language".',
		);
	}
	const ownComment = isReview ? 'Comment (optional, read only if you decline)' : comment;
	return {
		title: given(responseFormTitle) ?? 'Please answer',
		message: given(responseFormDescription) ?? message,
		language,
		recorded: given(recordedText),
		beforeLink: given(messageButtonLabel),
		button: given(responseFormButtonLabel) ?? 'Send answer',
		commentLabel: 'commentLabel' in options ? given(commentLabel) : ownComment,
	};
}

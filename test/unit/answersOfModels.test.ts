// Answers as models write them.
import { converted } from '../../nodes/MessagingIntegration/parameters/markdown';
import { answersOfModels } from './support/answersOfModels';

/** A link whose words are its address is shown once. */
const lettersOf = (text: string) =>
	text
		.replace(/\[([^\]]*)\]\((?:mailto:)?\1\)/g, '$1')
		.match(/[\p{L}\p{N}]/gu)
		?.join('');

test.each(answersOfModels)('%s: no letter is lost, added or moved', (_, answer) => {
	for (const to of ['chat', 'plain'] as const)
		expect(lettersOf(converted(answer, to))).toEqual(lettersOf(answer));
});

test.each(answersOfModels)('%s: chats show no sign of Markdown for bold text', (_, answer) => {
	const outsideCode = converted(answer, 'chat').replace(/```[^]*?```|`[^`\n]*`/g, '');
	expect(outsideCode).not.toMatch(/\*\*\p{L}[^*\n]*\p{L}\*\*|^#{1,6} /mu);
});

// Answers of models beside what becomes of them. A person has read the snapshot.
import { converted } from '../../nodes/MessagingIntegration/parameters/markdown';
import { answersOfModels } from './support/answersOfModels';

test('there are 40 answers', () => {
	expect(answersOfModels).toHaveLength(40);
});

test.each(answersOfModels)('%s: looks right as chats write it, and without signs', (_, answer) => {
	const result = (['chat', 'plain'] as const).map((to) => `\n${to}:\n${converted(answer, to)}\n`);
	expect(result.join('')).toMatchSnapshot();
});

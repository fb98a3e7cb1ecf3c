// Answers as models write them, beside what becomes of them. A person has read the snapshot.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { converted } from '../../nodes/MessagingIntegration/parameters/markdown';

const answers = readFileSync(join(__dirname, 'answersOfModels.txt'), 'utf8')
	.split(/^%%%% /m)
	.slice(1)
	.map((answer) => /^(.*)\n([^]*)\n$/.exec(answer)?.slice(1) as [string, string]);

test('there are 40 answers', () => {
	expect(answers).toHaveLength(40);
});

test.each(answers)('%s: looks right as chats write it, and without signs', (_, answer) => {
	const result = (['chat', 'plain'] as const).map((to) => `\n${to}:\n${converted(answer, to)}\n`);
	expect(result.join('')).toMatchSnapshot();
});

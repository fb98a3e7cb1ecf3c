// Evaluations in a real n8n: no row of a data set may reach a person.
import { evaluate, expectNobodyReached } from './support/evaluation';
import { realN8n } from './support/realN8n';

const n8n = realN8n();

it('an evaluation reaches nobody: through a node, a sub-workflow, a tool, a review, an upload, a question', async () => {
	await expectNobodyReached(n8n());
});

it('with Dry Run "Never", an evaluation sends', async () => {
	await evaluate(n8n(), { dryRun: 'never' }, false);
	const people = (await n8n().sandbox.messages()).map(({ to }) => to);
	const ofEach = (to: string) => people.filter((person) => person === to).length;
	expect(['12025550101', '12025550102', '12025550103'].map(ofEach)).toEqual([4, 4, 4]);
});

// An update of n8n: one database, first with the n8n before, then with the one in dev/n8n.
import { ended } from '../e2e/support/executions';
import { arrivedTexts, listOf } from '../e2e/support/lists';
import { everyTextOnce, sendList } from '../e2e/support/longList';
import { sendNode } from '../e2e/support/nodes';
import { answer, answered, ask } from '../e2e/support/questions';
import { realN8n } from '../e2e/support/realN8n';
import { publishChain } from '../e2e/support/workflows';
import { lastExecution } from '../n8n/lastExecution';
import { n8nVersions } from '../n8n/n8nProgram';
import { PublishedList } from '../queue/support/publishedList';
import { respondedBy } from '../support/respondedBy';

const [before = '', after = ''] = n8nVersions().slice(-2);
const n8n = realN8n({}, before);

it(`n8n ${after} knows the keys, doubts, failed lists and waiting questions of n8n ${before}`, async () => {
	const list = listOf(5);
	const keyed = await PublishedList.publish(n8n(), { sendOnceKey: '=mailing-{{ $json.to }}' });
	await keyed.end(await keyed.start(list));
	const doubtful = await publishChain(n8n(), 'onReceived', [sendNode(n8n(), {}, '$json.body')]);
	await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
	await doubtful.post({ to: '4915200000000', text: 'perhaps' });
	const inDoubt = await ended(n8n(), doubtful.workflow);
	expect(inDoubt.status).toBe('error');
	await n8n().sandbox.forget();
	const failed = await sendList(n8n(), {});
	expect(failed.execution.status).toBe('error');
	const sent = await arrivedTexts(n8n());
	await n8n().sandbox.forget();
	const question = await ask(n8n());

	await n8n().killAndStart('SIGTERM', after);
	expect(await n8n().api.call('GET', '/settings')).toMatchObject({ versionCli: after });

	await answer(question.link, { answer: 'approve' });
	expect(await answered(n8n(), question.workflow)).toEqual([
		{ data: { approved: true, ...respondedBy('12025554567') } },
	]);
	await n8n().sandbox.forget();
	expect(await keyed.forgotten(list)).toBe(0);
	expect((await n8n().api.retry(inDoubt.id)).status).toBe('error');
	expect(await lastExecution(n8n().api, doubtful.workflow.id)).toContain(
		'it may already have arrived',
	);
	expect(await arrivedTexts(n8n())).toEqual([]);
	expect((await n8n().api.retry(failed.execution.id)).status).toBe('success');
	expect([...sent, ...(await arrivedTexts(n8n()))].sort()).toEqual(everyTextOnce);
});

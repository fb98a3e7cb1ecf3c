// An AI agent fails after its tool has sent, and the execution is retried. The model may choose other words then.
import { keys } from '../../dev/sandbox/accounts';
import { agentVersions, publishAgent } from './support/agents';
import { ended } from './support/executions';
import { plainNode } from './support/nodes';
import { realN8n } from './support/realN8n';

const n8n = realN8n();

const call = (Text: string) => [{ tool: 'Send_Message', arguments: { To: '12025550101', Text } }];
const arrived = async () => (await n8n().sandbox.messages()).map(({ content }) => content.text);
/** The model is refused once its tool has sent. Then the agent is retried. */
const utterances = [call('Dinner is at eight'), 400, call('Dinner at 8!'), 'Done.'];
const plan = { utterances, responseMode: 'onReceived' } as const;

it.each(agentVersions)(
	'the tool of agent %s does not send again in a retry, and the model reads why',
	async (version) => {
		const { workflow, post, requests } = await publishAgent(n8n(), { ...plan, version });
		await post({ list: [{ a: 1 }] });
		const failed = await ended(n8n(), workflow);
		expect(failed.status).toBe('error');
		expect(await arrived()).toEqual(['Dinner is at eight']);

		await n8n().api.retry(failed.id);
		expect(await arrived()).toEqual(['Dinner is at eight']);
		const read = JSON.stringify(requests.at(-1)?.messages);
		expect(read).toContain('n8n does not know whether an earlier try sent it');
	},
);

it.each(agentVersions)(
	'with a Send Once Key, the tool of agent %s sends what was not sent, and nothing twice',
	async (version) => {
		const others = { ...plan, utterances: [400, call('Dinner at 8!'), 'Done.'] };
		const tool = { options: { sendOnceKey: '=dinner-{{ $workflow.id }}' } };
		const first = await publishAgent(n8n(), { ...plan, version, tool });
		await first.post({ list: [{ a: 1 }] });
		await n8n().api.retry((await ended(n8n(), first.workflow)).id);
		expect(await arrived()).toEqual(['Dinner is at eight']);

		const second = await publishAgent(n8n(), { ...others, version, tool });
		await second.post({ list: [{ a: 1 }] });
		await n8n().api.retry((await ended(n8n(), second.workflow)).id);
		expect(await arrived()).toEqual(['Dinner is at eight', 'Dinner at 8!']);
	},
);

it.each(agentVersions)(
	'a node that failed before agent %s does not keep its tool from sending in a retry',
	async (version) => {
		const before = plainNode('Before', 'n8n-nodes-base.httpRequest', 4.2, {
			url: `${n8n().sandboxUrl}/api/v1/instances`,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'X-Api-Key', value: keys.all.key }] },
			options: {},
		});
		await n8n().sandbox.bend({ path: 'instances$', status: 400 });
		const { workflow, post } = await publishAgent(n8n(), {
			...plan,
			version,
			utterances: [call('Dinner is at eight'), 'Done.'],
			before: [before],
		});
		await post({});
		const failed = await ended(n8n(), workflow);
		expect(failed.status).toBe('error');
		expect((await n8n().api.retry(failed.id)).status).toBe('success');
		expect(await arrived()).toEqual(['Dinner is at eight']);
	},
);

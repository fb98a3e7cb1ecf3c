// Tests: test/package/description.test.ts
import type { IBuilderHint } from 'n8n-workflow';

/** What the AI builder of n8n 2.41 reads about the node, besides the descriptions of its parameters. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Sends messages to phones through the Messaging Integration API: text, picture, file, poll. Asks a person and waits ("sendAndWait"). It does not receive: start with a Webhook for incoming messages. Map one item to one message; the node paces and repeats by itself, so it needs no loop.',
	relatedNodes: [
		{ nodeType: 'n8n-nodes-base.formTrigger', relationHint: 'A form whose answers are sent' },
		{ nodeType: 'n8n-nodes-base.webhook', relationHint: 'Another program says what to send' },
		{ nodeType: 'n8n-nodes-base.splitOut', relationHint: 'Makes an item of each recipient' },
	],
	extraTypeDefContent: [
		{
			displayOptions: { show: { resource: ['message'], operation: ['send'] } },
			content: `<patterns>
<pattern title="One message for each order, never twice">
node({
  type: 'n8n-nodes-messaging-integration.messagingIntegration',
  version: 1,
  config: {
    name: 'Confirm Order',
    parameters: {
      resource: 'message',
      operation: 'send',
      instanceId: { __rl: true, mode: 'list', value: '' },
      to: expr('{{ $json.body.phone }}'),
      text: expr('Thank you for your order {{ $json.body.id }}.'),
      options: { sendOnceKey: expr('order-{{ $json.body.id }}') },
    },
  },
});
</pattern>
</patterns>`,
		},
	],
};

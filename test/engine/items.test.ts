import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { byId, text } from './parameters';

const { run } = engineOnSandbox();

const numbers = ['1', '2', '3', '4', '5'];
const items = numbers.map((to) => ({ json: { to, name: `Name ${to}` } }));
const toEach = { ...text, to: '={{ $json.to }}', text: '=Hello {{ $json.name }}' };
/** Valid until the service refuses the third item. */
const refuseThird = {
	...toEach,
	instanceId: byId('={{ $json.to === "3" ? "nope" : "demo" }}'),
};

const refusal = 'The service answered "not found" for instance "nope" (404)';

describe('a failed item', () => {
	const details = {
		description: textWith('There is no instance nope.'),
		to: '3',
		httpStatus: 404,
		code: 'NotFound',
		delivery: 'notSent',
	};
	const error = refusal;

	it('goes to the error output, and n8n adds the fields of its input', async () => {
		const plan = { items, parameters: refuseThird, onError: 'continueErrorOutput' as const };
		const [regular = [], ...others] = (await run(plan)).outputs;
		const paired = regular.map(({ pairedItem }) => pairedItem);
		expect(paired).toEqual([0, 1, 3, 4].map((item) => ({ item })));
		const json = { to: '3', name: 'Name 3', error, details };
		expect(others).toEqual([[{ json, pairedItem: { item: 2 } }]]);
	});

	it('goes to the error output also if its expression fails', async () => {
		const text = '={{ $json.to === "3" ? $json.no.such.field : "hello" }}';
		const plan = { items, parameters: { ...toEach, text } };
		const { outputs } = await run({ ...plan, onError: 'continueErrorOutput' });
		expect(outputs[0]).toHaveLength(4);
		expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
	});
});

describe('if errors stop the workflow', () => {
	it('the error names the item and quotes the service', async () => {
		const { error, run: whole } = await run({ items, parameters: refuseThird });
		expect(whole.status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: refusal,
			description: textWith('There is no instance nope.'),
			httpCode: '404',
			context: { itemIndex: 2, data: { httpStatus: 404, code: 'NotFound', delivery: 'notSent' } },
			node: { name: 'Node 1' },
		});
	});

	it('the error names the item and says what is wrong with its input', async () => {
		const parameters = { ...toEach, text: '={{ $json.to === "4" ? "" : "hello" }}' };
		const { error, run: whole } = await run({ items, parameters });
		expect(whole.status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '1 of 5 items cannot be sent; nothing was sent',
			description: textWith('Item 3 (row 4) to 4: The text is empty.'),
			context: { itemIndex: 3, data: { delivery: 'notSent' } },
		});
	});
});

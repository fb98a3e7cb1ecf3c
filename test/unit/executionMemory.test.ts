import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { Failure } from '../../nodes/MessagingIntegration/api/failure';
import type { ItemRequest } from '../../nodes/MessagingIntegration/api/request';
import { ExecutionMemory } from '../../nodes/MessagingIntegration/memory/executionMemory';
import { sourcesOf } from '../../nodes/MessagingIntegration/parameters/sourcesOf';
import { fileOf } from '../transport/fileOf';

const failure: Failure = { message: 'It broke', delivery: 'unknown', about: 'delivery' };

/** The context as n8n saves it between two runs of an execution. */
const saved = (context: object) => JSON.parse(JSON.stringify(context)) as object;

const parameters: INodeParameters = { to: '={{ $json.to }}', text: '={{ $json.text }}' };
const input: INodeExecutionData[] = ['one', 'two', 'three'].map((text) => ({
	json: { to: '1', text },
}));

/** A text message, as read from the parameters of an item. */
function message(text: string, to = '1'): ItemRequest {
	return {
		request: { ...requestFor('send', 'demo'), body: { to, content: { type: 'text', text } } },
	};
}

/** A message with a file that is uploaded first. */
const picture = (identity: string, caption = ''): ItemRequest => ({
	...message(caption),
	upload: {
		request: { ...requestFor('upload', 'demo'), file: fileOf([], { identity }) },
		attach: () => message('').request,
	},
});

/** The memory of a new run, with what earlier runs left in the context. */
function memoryOf(
	context: object,
	given: INodeParameters = parameters,
	items = input,
	run = 0,
): ExecutionMemory {
	const memory = new ExecutionMemory(context, '1', run, sourcesOf(given), items);
	memory.begin(false);
	return memory;
}

it('recalls what an earlier run remembered', () => {
	const context = {};
	const memory = memoryOf(context);
	memory.remember(0, message('one'), { sent: [{ id: 'm1', nested: { list: [1, null] } }] });
	memory.remember(1, message('two'), { unsure: failure });
	const again = memoryOf(saved(context));
	expect(again.recall(0, message('one'))).toMatchObject({
		sent: [{ id: 'm1', nested: { list: [1, null] } }],
	});
	expect(again.recall(1, message('two'))).toMatchObject({ unsure: failure });
	expect(again.recall(2, message('three'))).toBeUndefined();
	expect(again.size).toBe(2);
});

it('remembers at once, not only at the end of a run', () => {
	const context = {};
	memoryOf(context).remember(0, message('one'), { sent: [] });
	expect(memoryOf(saved(context)).recall(0, message('one'))).toBeDefined();
});

it('a message in doubt that is then sent counts as sent', () => {
	const memory = memoryOf({});
	memory.remember(0, message('one'), { unsure: failure });
	memory.remember(0, message('one'), { sent: [{ id: 'm1' }] });
	expect(memory.recall(0, message('one'))).toMatchObject({ sent: [{ id: 'm1' }] });
});

it('a read is not remembered', () => {
	const memory = memoryOf({});
	const list = { request: requestFor('getAll') };
	memory.remember(0, list, { sent: [{ id: 'demo' }] });
	expect(memory.recall(0, list)).toBeUndefined();
});

it('the next run of a loop starts empty', () => {
	const context = {};
	memoryOf(context).remember(0, message('one'), { sent: [{ id: 'm1' }] });
	expect(memoryOf(context, parameters, input, 1).recall(0, message('one'))).toBeUndefined();
});

it('clearing it keeps what others stored in the context', () => {
	const context = { other: 'kept' };
	const memory = memoryOf(context);
	memory.remember(0, message('one'), { sent: [{ id: 'm1' }] });
	memory.clear();
	expect(context).toEqual({ other: 'kept' });
});

describe('an item that was sent', () => {
	const sentBy = (given: INodeParameters, itemRequest = message('one'), items = input) => {
		const context = {};
		memoryOf(context, given, items).remember(0, itemRequest, { sent: [{ id: 'm1' }] });
		return saved(context);
	};
	const isKnown = (
		context: object,
		given: INodeParameters,
		itemRequest?: ItemRequest,
		items = input,
	) => memoryOf(context, given, items).recall(0, itemRequest) !== undefined;

	it('is recognised whatever its expressions return, as long as its parameters and input stay the same', () => {
		expect(isKnown(sentBy(parameters), parameters, message('now 2', '2'))).toBe(true);
		expect(isKnown(sentBy(parameters), parameters)).toBe(true);
	});

	it('is recognised by its request after its parameters were changed', () => {
		const changed = { to: '1', text: 'changed' };
		expect(isKnown(sentBy(parameters), changed, message('one'))).toBe(true);
		expect(isKnown(sentBy(parameters), changed, message('changed'))).toBe(false);
		expect(isKnown(sentBy(parameters), changed)).toBe(false);
	});

	describe('and whose text changes with each run', () => {
		const withTime: INodeParameters = {
			to: '={{ $json.to }}',
			text: '={{ $json.text }} {{ $now }}',
		};
		const context = () => sentBy(withTime, message('one at 10:00'));

		it('is recognised if another parameter was changed but gives the same value', () => {
			const fixed = { ...withTime, to: '={{ $json.phone ?? $json.to }}' };
			expect(isKnown(context(), fixed, message('one at 10:01'))).toBe(true);
			expect(isKnown(context(), { ...withTime, to: '1' }, message('one at 10:01'))).toBe(true);
		});

		it('counts as new if that parameter gives another value', () => {
			const fixed = { ...withTime, to: '={{ $json.phone ?? $json.to }}' };
			expect(isKnown(context(), fixed, message('one at 10:01', '2'))).toBe(false);
		});

		it('counts as new if its input was changed', () => {
			const items = [{ json: { to: '1', text: 'another' } }];
			expect(isKnown(context(), withTime, message('another at 10:01'), items)).toBe(false);
		});
	});

	it.each([
		[true, { maxTries: 5, resendWhenUnsure: true, concurrency: 1 }],
		[true, { sendOnceKey: 'a' }],
		[true, { typingFirst: 1000 }],
		[true, { additionalContent: '{}', ofALaterVersion: 1 }],
		[false, { defaultCountry: 'DE' }, '2'],
	])(
		'is recognised (%s) after these options were set and its text changed: %j',
		(known, options: INodeParameters, to = '1') => {
			const context = sentBy({ ...parameters, options: {} });
			expect(isKnown(context, { ...parameters, options }, message('another', to))).toBe(known);
		},
	);

	it('is recognised after a default country was set only if its recipient stays the same', () => {
		const context = sentBy(parameters, message('one at 10:00', '49171'));
		const changed = { ...parameters, defaultCountry: 'DE' };
		expect(isKnown(context, changed, message('one at 10:01', '49171'))).toBe(true);
		expect(isKnown(context, changed, message('one at 10:01', '490171'))).toBe(false);
	});

	it('is recognised if it cannot be read now, unless a parameter that changes its request was edited', () => {
		const context = sentBy({ ...parameters, instanceId: { mode: 'list', value: 'demo' } });
		const now = { ...parameters, instanceId: { mode: 'id', value: 'demo' } };
		const options = { concurrency: 1, fileName: '', additionalContent: '{}' };
		expect(isKnown(context, { ...now, options, defaultCountry: 'none' })).toBe(true);
		expect(isKnown(context, { ...now, text: '={{ $json.words }}' })).toBe(false);
		expect(isKnown(context, now, undefined, [{ json: { to: '1', text: 'another' } }])).toBe(false);
	});

	it('keeps apart what an expression of an unknown operation gives and what a person enters there', () => {
		const given: INodeParameters = { chat: '={{ $now }}', mood: 'calm' };
		const sent = (body: Record<string, unknown>): ItemRequest => ({
			request: { ...requestFor('send', 'demo'), body },
		});
		const context = sentBy(given, sent({ chat: 'at 10:00', mood: 'calm' }));
		expect(isKnown(context, given, sent({ chat: 'at 10:01', mood: 'calm' }))).toBe(true);
		const edited = { ...given, mood: 'glad' };
		expect(isKnown(context, edited, sent({ chat: 'at 10:01', mood: 'glad' }))).toBe(false);
	});

	it('is recognised by its position if it cannot be serialised', () => {
		const json: IDataObject = { size: 1n as unknown as number };
		json.itself = json;
		const context = sentBy(parameters, message('one'), [{ json }]);
		expect(isKnown(context, parameters, message('another'), [{ json }])).toBe(true);
	});

	it('counts as new with another file, even in the same field', () => {
		const context = sentBy(parameters, picture('a'));
		expect(isKnown(context, parameters, picture('a'))).toBe(true);
		expect(isKnown(context, parameters, picture('a', 'later'))).toBe(true);
		expect(isKnown(context, parameters, picture('b'))).toBe(false);
	});

	it('is recognised by each request that was sent for it', () => {
		const first = sentBy({ text: 'a' }, message('a'));
		const second = memoryOf(first, { text: 'b' });
		second.remember(0, message('b'), { sent: [{ id: 'm2' }] });
		const third = memoryOf(saved(first), { text: 'c' });
		expect(third.recall(0, message('a'))).toMatchObject({ sent: [{ id: 'm1' }] });
		expect(third.recall(0, message('b'))).toMatchObject({ sent: [{ id: 'm2' }] });
		expect(third.recall(0, message('c'))).toBeUndefined();
	});
});

it('each run gets a new ID, except one that comes too late', () => {
	const context = {};
	memoryOf(context);
	const inExecution = (left: object, execution: string) =>
		new ExecutionMemory(left, execution, 0, sourcesOf(parameters), input);
	const second = inExecution(saved(context), '2');
	expect(second.earlier).toEqual(expect.any(String));
	const left = saved(context);
	second.begin(false);
	expect(inExecution(left, '3').earlier).toBe(second.earlier);
	inExecution(left, '3').begin(true);
	for (const next of ['3', '4']) expect(inExecution(left, next).earlier).toBe(second.earlier);
	// "Retry On Fail" is no retry of another execution.
	expect(inExecution(context, '1').earlier).toBeUndefined();
	expect(inExecution(context, '10').earlier).toEqual(expect.any(String));
});

describe('the size limit for answers', () => {
	const padding = 'x'.repeat(2100);
	const keptOf = (answer: Record<string, unknown>) => {
		const context = {};
		memoryOf(context).remember(0, message('one'), { sent: [answer] });
		const entry = memoryOf(saved(context)).recall(0, message('one'));
		return entry && 'sent' in entry ? entry.sent[0] : undefined;
	};

	it('shortens a larger answer to its IDs, storageRef and status, and marks it', () => {
		const answer = {
			id: 'm1',
			messageId: 7,
			chat_id: 'c',
			storageRef: 's',
			status: 'accepted',
			padding,
			text: 'x',
		};
		expect(keptOf(answer)).toEqual({
			id: 'm1',
			messageId: 7,
			chat_id: 'c',
			storageRef: 's',
			status: 'accepted',
			shortened: true,
		});
	});

	it('drops IDs that are large themselves, and objects with the name of an ID', () => {
		expect(keptOf({ id: padding, otherId: { padding }, status: [padding] })).toEqual({
			shortened: true,
		});
	});

	it('leaves a small answer, whatever it was before', () => {
		const answer = Object.fromEntries(
			Array.from({ length: 3000 }, (_, index) => [`a${index}Id`, 'x'.repeat(200)]),
		);
		expect(JSON.stringify(keptOf(answer)).length).toBeLessThanOrEqual(2048);
	});

	it('counts the bytes that n8n saves, not characters', () => {
		const answer = { id: 'm1', text: '🙂'.repeat(700) };
		expect(Buffer.byteLength(JSON.stringify(answer))).toBeGreaterThan(2048);
		expect(keptOf(answer)).toEqual({ id: 'm1', shortened: true });
	});

	it('keeps an answer just below the limit whole', () => {
		const answer = { id: 'm1', text: 'x'.repeat(2000) };
		expect(keptOf(answer)).toEqual(answer);
	});
});

it('n8n saves at most 200 bytes for an item, besides its answer', () => {
	const context = {};
	const many = Array.from({ length: 100 }, (_, place) => ({ json: { to: '1', text: `${place}` } }));
	const memory = memoryOf(context, parameters, many);
	const empty = JSON.stringify(context).length;
	for (const [place, { json }] of many.entries())
		memory.remember(place, message(json.text), { sent: [] });
	expect((JSON.stringify(context).length - empty) / many.length).toBeLessThan(200);
});

it('an answer is not copied, because the output of the run has it as well', () => {
	const memory = memoryOf({});
	const sent = [{ id: 'm1' }];
	memory.remember(0, message('one'), { sent });
	const entry = memory.recall(0, message('one'));
	expect(entry && 'sent' in entry && entry.sent[0]).toBe(sent[0]);
});

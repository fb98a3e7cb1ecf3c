// What n8n 2.41 was seen to tell of executions.
import type { IExecuteFunctions } from 'n8n-workflow';

import { isEvaluation, isManual } from '../../nodes/MessagingIntegration/n8n/context';

const seen = (mode: string, source?: string, rootExecutionMode?: string, type = 'a trigger') =>
	({
		getMode: () => mode,
		getExecutionContext: () => ({ source, triggerNode: { name: 'Start', type } }),
		additionalData: { rootExecutionMode },
	}) as unknown as IExecuteFunctions;
const ofEvaluations = 'n8n-nodes-base.evaluationTrigger';

it.each([
	['the workflow of an evaluation', true, seen('evaluation', 'evaluation')],
	['a sub-workflow of one', true, seen('integrated', 'integrated', 'evaluation')],
	['a sub-workflow at any depth', true, seen('integrated', 'integrated', undefined, ofEvaluations)],
	['a retry of one', true, seen('retry', 'evaluation')],
	['its trigger, run by hand', true, seen('manual', 'manual', 'manual', ofEvaluations)],
	['in n8n 1.123', true, { getMode: () => 'evaluation' } as unknown as IExecuteFunctions],
	['a manual execution', false, seen('manual', 'manual', 'manual')],
	['a webhook', false, seen('webhook', 'webhook')],
	['a sub-workflow of a webhook', false, seen('integrated', 'integrated', 'webhook')],
	['a webhook in n8n 1.123', false, { getMode: () => 'webhook' } as unknown as IExecuteFunctions],
])('an evaluation is recognised: %s is one: %s', (_, is, context) => {
	expect(isEvaluation(context)).toBe(is);
});

it.each([
	['manual', true, seen('manual', 'manual')],
	['a sub-workflow of it', true, seen('integrated', 'integrated', 'manual')],
	['a retry of it', true, seen('retry', 'manual')],
	['a schedule', false, seen('trigger', 'trigger', 'trigger')],
])('a manual execution is recognised: %s: %s', (_, is, context) => {
	expect(isManual(context)).toBe(is);
});

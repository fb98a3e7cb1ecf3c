import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type * as z from 'zod/v4';

import { check, InputError } from '../service/inputError';
import { sentences } from '../service/sentences';
import { adviceForModel } from '../service/wordsForModels';
import { failureFrom } from '../n8n/errors';
import { isConstant } from '../n8n/parameters';
import { argumentsFromAI, ownToolBehind, valueBehind, writtenFor } from '../n8n/toolCall';
import { content } from './content';
import { defaultCountry, recipient, recipientFrom } from './recipient';

function errorOf(act: () => unknown): InputError | undefined {
	try {
		act();
	} catch (error) {
		if (error instanceof InputError) return error;
	}
	return undefined;
}

/**
 * Fails a review of a call that could never be sent, so that nobody is asked for nothing. Looks only at what the model
 * wrote: the recipient and the text.
 * @param said the arguments of the tool
 * @throws InputError with words for the model
 */
export function checkToolBehind(
	context: IExecuteFunctions,
	toolName: string,
	said: IDataObject,
): void {
	const { parameters = {} } = ownToolBehind(context, toolName) ?? {};
	const { operation = 'send', resource = 'message', contentType = 'text' } = parameters;
	if (resource !== 'message' || operation !== 'send') return;
	const checkParameter = (name: string, rule: (value: unknown) => unknown) => {
		const saved = parameters[name];
		if (typeof saved !== 'string' || argumentsFromAI({ saved }).length === 0) return;
		let value: unknown;
		try {
			value = valueBehind(context, saved, said);
		} catch {
			// The tool itself will say why.
			return;
		}
		const error = errorOf(() => rule(value));
		if (!error) return;
		const { reason, title, advice } = error;
		const entered = typeof value === 'string' ? value : undefined;
		const written = writtenFor(saved, said, entered);
		const { why = title, next } = adviceForModel(failureFrom(error), written);
		throw new InputError(reason, title, advice, sentences(`Nobody was asked: ${why}.`, next));
	};
	const toText = (rule: z.ZodType<string>) => (value: unknown) => check(rule, value);
	const { defaultCountry: saved } = parameters;
	const isConstantCountry = typeof saved !== 'string' || isConstant(saved);
	checkParameter('to', (value) => {
		const country = isConstantCountry ? saved : valueBehind(context, saved, said);
		return recipientFrom(toText(recipient.rule)(value), check(defaultCountry.rule, country));
	});
	if (contentType === 'text') checkParameter('text', toText(content.text.rule));
}

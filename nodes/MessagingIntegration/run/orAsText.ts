import { failed, lines } from '../api/failure';
import { failureFrom } from '../n8n/errors';
import type { Done, ToSend } from './parts';

/**
 * Sends a message. If the instance does not support its content or its upload, sends its text instead, to the same
 * recipient, before anything else can go there. After the service asked to slow down, it goes on with the text.
 * @throws FailureError of what was sent last
 */
export async function orAsText(part: ToSend, send: (part: ToSend) => Promise<Done>): Promise<Done> {
	const { asText, ...itemRequest } = part.itemRequest;
	try {
		if (!part.unsupported) return await send(part);
	} catch (error) {
		const refusal = failureFrom(error);
		// Certainly not delivered (API reference, part 7).
		const isUnsupported = refusal.httpStatus === 422 && refusal.code === 'NOT_SUPPORTED_BY_ENGINE';
		if (!asText || !isUnsupported) throw failed(refusal);
		part.unsupported = refusal;
		part.attempts = { made: 0 };
	}
	if (!asText || !part.unsupported) throw new Error('There is no text to send instead');
	const text = { ...itemRequest, request: asText, upload: undefined, hints: ['asText' as const] };
	const textPart = { ...part, itemRequest: text };
	try {
		const done = await send(textPart);
		return { ...done, answers: done.answers.map((answer) => ({ ...answer, sentAs: 'text' })) };
	} catch (error) {
		part.isTyped = textPart.isTyped;
		const failure = failureFrom(error);
		const before = `This is about the text that was sent instead. Before, the content was refused: ${part.unsupported.message}.`;
		throw failed({ ...failure, description: lines(failure.description, before) });
	}
}

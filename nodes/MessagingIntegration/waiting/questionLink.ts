import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidInput } from '../api/failure';

/** The parts of n8n's context that some versions lack. */
interface ResumingContext {
	/** Since 1.107. */
	getSignedResumeUrl?: IExecuteFunctions['getSignedResumeUrl'];
	/** From 1.107 to 2.11: n8n 1 checks signatures only after this call. */
	setSignatureValidationRequired?: () => void;
}

/** The parameter of the link that contains the nonce. */
export const nonceParameter = 'question';

/**
 * The link of a question, signed by n8n.
 * @throws FailureError if this version of n8n cannot sign links
 */
export function questionLink(context: IExecuteFunctions, nonce: string): string {
	const resuming: ResumingContext = context;
	if (typeof resuming.getSignedResumeUrl !== 'function') {
		throw invalidInput(
			'This version of n8n cannot wait for an answer',
			'"Send and Wait for Response" needs n8n 1.107 or later.',
		);
	}
	resuming.setSignatureValidationRequired?.();
	return resuming.getSignedResumeUrl({ [nonceParameter]: nonce });
}

/** Whether only a browser on n8n's own machine can open a link. */
export function isOnThisMachine(link: string): boolean {
	return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/.test(
		new URL(link).hostname,
	);
}

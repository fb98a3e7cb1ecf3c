import type { Step } from '../../../nodes/MessagingIntegration/delivery';
import type { Uploaded, Uploads } from '../../../nodes/MessagingIntegration/run/Uploads';
import type { Why } from './reasons';
import { type Request, stepOf } from './world';

/** A message that needs a file, which goes first. @param id of the file */
export function messageWith(
	uploads: Uploads<Why>,
	id: string,
	upload: () => Promise<Uploaded<Why>>,
	request: Request,
): Step<Why> {
	const { name, send } = stepOf(request);
	return {
		name,
		send: async (attempt) => {
			const uploaded = await uploads.forMessage(id, upload);
			if (uploaded.is !== 'accepted') return uploaded;
			const verdict = await send(attempt);
			if (verdict.is === 'refused') uploads.wasRefused(id);
			return verdict;
		},
	};
}

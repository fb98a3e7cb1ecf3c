import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox } from './deliveryOnSandbox';
import { textLike } from './matchers';
import { message, photo, upload } from './parameters';

const { control, requests, failureOf } = deliveryOnSandbox();

const large = [{ binary: { data: { ...photo, bytes: Buffer.alloc(8 * 1024 * 1024) } } }];
const safe = 'This was not sent, so it is safe to try again.';
const doubtful =
	'The service may have stored the file. Uploading again is safe; the service may store two copies.';

const keepsHappening = 'If this keeps happening, a proxy or firewall on the way may be the reason.';
const tooLarge = 'The file is too large for the service (413)';
const broke = textLike(/^The connection to 127\.0\.0\.1:\d+ broke before the answer$/);

/** The operation whose upload fails, and its `delivery` when the upload itself is in doubt. */
const both: Array<[string, INodeParameters, string]> = [
	['an upload', upload, 'unknown'],
	['an upload for a message', message('image'), 'notSent'],
];

describe.each(both)('%s', (_, parameters, inDoubt) => {
	const sentence = inDoubt === 'notSent' ? safe : doubtful;

	it.each<[string, Fault, unknown, string]>([
		[
			'fails if it is refused before it ends',
			{ status: 413 },
			tooLarge,
			'Send a smaller or more compressed file.',
		],
		[
			'fails if the service does not accept the file type',
			{ status: 415 },
			'The service does not take files of this type (415)',
			'Convert the file, or set the option "MIME Type" if n8n has the wrong one.',
		],
	])('%s', async (_, fault, error, description) => {
		await control().bend({ path: 'media', message: 'No.', ...fault });
		const { error: said, details } = await failureOf({ items: large, parameters });
		expect(said).toEqual(error);
		expect(details).toMatchObject({
			description: `${safe} The service said: “No.” ${description}`,
			httpStatus: fault.status,
			delivery: 'notSent',
		});
		expect(await requests()).toHaveLength(1);
	});

	it.each<[string, Fault, unknown, string]>([
		[
			'fails if the connection breaks during the upload',
			{ reset: 'beforeReading' },
			broke,
			keepsHappening,
		],
		['fails if it is not answered', { reset: 'afterReading' }, broke, keepsHappening],
		[
			'fails if the answer has no storageRef',
			{ body: '{}', carryOut: true },
			'The service accepted the file but returned no storageRef',
			'Without one the file cannot be sent. Check the credential\'s "Base URL", and ask the service\'s operator.',
		],
	])('%s', async (_, fault, error, advice) => {
		await control().bend({ path: 'media', ...fault });
		const { error: said, details } = await failureOf({ items: large, parameters });
		expect(said).toEqual(error);
		expect(details.description).toContain(advice);
		expect(details.description).toContain(sentence);
		expect(details.delivery).toBe(inDoubt);
		expect(await requests()).toHaveLength(1);
	});
});

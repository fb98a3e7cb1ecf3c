import type { Fault } from '../../dev/sandbox/sandboxControl';
import { sandboxControl } from '../../dev/sandbox/sandboxControl';
import { startSandbox } from '../../dev/sandbox/startSandbox';
import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { getAll, message, photo, text } from './parameters';

const { control, failureOf, requests } = engineOnSandbox();

/** Long enough to connect on a busy machine. */
const briefly = { timeout: 1000 };

describe('a message may have been delivered if its request was sent, but not answered', () => {
	it.each<[Fault, RegExp]>([
		[{ reset: 'beforeReading' }, /broke before the answer/],
		[{ reset: 'afterReading' }, /broke before the answer/],
		[{ reset: 'afterReading', carryOut: true }, /broke before the answer/],
		[{ hang: true }, /did not answer in time/],
		[{ hang: true, carryOut: true }, /did not answer in time/],
	])('%j', async (fault, problem) => {
		await control().bend(fault);
		const { error, details } = await failureOf({
			parameters: { ...text, ...('hang' in fault && { options: briefly }) },
		});
		expect(error).toMatch(problem);
		expect(details).not.toHaveProperty('httpStatus');
		expect(details).toMatchObject({
			delivery: 'unknown',
			description: textWith('may have been delivered'),
		});
		expect(await requests()).toHaveLength(1);
	});
});

it('the timeout error names the option that sets it', async () => {
	await control().bend({ hang: true });
	const { details } = await failureOf({ parameters: { ...text, options: briefly } });
	expect(details.description).toContain('"Timeout"');
});

it.each<Fault>([{ reset: 'afterReading' }, { hang: true }])(
	'a failed list request says it is safe to repeat: %j',
	async (fault) => {
		await control().bend(fault);
		const { details } = await failureOf({ parameters: { ...getAll, options: briefly } });
		expect(details.delivery).toBe('notSent');
		expect(details.description).not.toContain('delivered');
	},
);

it.each<Fault>([{ reset: 'afterReading' }, { hang: true }])(
	'if the upload for a message breaks, the message was not sent: %j',
	async (fault) => {
		await control().bend(fault);
		const parameters = { ...message('image'), options: briefly };
		const { details } = await failureOf({ items: [{ binary: { data: photo } }], parameters });
		expect(details).toMatchObject({
			delivery: 'notSent',
			description: textWith('safe to try again'),
		});
	},
);

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])(
		'is not followed (%d), so the key is not sent to another host',
		async (status) => {
			const elsewhere = await startSandbox();
			try {
				for (const [parameters, path, delivery] of [
					// A 303 says that the message was processed.
					[text, '/instances/demo/messages', status === 303 ? 'unknown' : 'notSent'],
					[getAll, '/instances', 'notSent'],
				] as const) {
					await control().bend({ status, headers: { location: `${elsewhere.url}/api/v1${path}` } });
					const { error, details } = await failureOf({ parameters });
					expect(error).toBe(`The service redirects to another address (${status})`);
					expect(details).toMatchObject({ httpStatus: status, delivery });
					expect(details.description).toContain('"Base URL"');
				}
				expect(await sandboxControl(elsewhere.url).requests()).toEqual([]);
			} finally {
				await elsewhere.close();
			}
		},
	);
});

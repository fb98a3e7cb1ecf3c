import type { Fault } from '../../dev/sandbox/control';
import { sandboxControl } from '../../dev/sandbox/control';
import { startSandbox } from '../../dev/sandbox/server';
import { silentHost } from '../transport/rawServer';
import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { getAll, message, photo, text } from './parameters';

const { control, failureOf, requests } = engineOnSandbox();

/** Enough for a connection on a busy machine; no test waits for more. */
const briefly = { timeout: 1000 };

describe('once a request was on its way it may have been carried out', () => {
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

it('a timeout names the option that sets it', async () => {
	await control().bend({ hang: true });
	const { details } = await failureOf({ parameters: { ...text, options: briefly } });
	expect(details.description).toContain('"Timeout"');
});

it.each<Fault>([{ reset: 'afterReading' }, { hang: true }])(
	'reading is safe to repeat after %j',
	async (fault) => {
		await control().bend(fault);
		const { details } = await failureOf({ parameters: { ...getAll, options: briefly } });
		expect(details.delivery).toBe('notSent');
		expect(details.description).not.toContain('delivered');
	},
);

it.each<Fault>([{ reset: 'afterReading' }, { hang: true }])(
	'an upload that breaks with %j has sent no message',
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

it('a refused connection has sent nothing and names the address', async () => {
	const host = await silentHost();
	const { error, details } = await failureOf({
		parameters: text,
		credential: { baseUrl: `http://${host}` },
	});
	expect(error).toBe(`${host} refused the connection`);
	expect(details).toMatchObject({ delivery: 'notSent', description: textWith('"Base URL"') });
});

it('an unknown host has sent nothing and is named', async () => {
	const { error, details } = await failureOf({
		parameters: text,
		credential: { baseUrl: 'https://nothing.invalid' },
	});
	expect(error).toBe('The host name nothing.invalid is not known');
	expect(details).toMatchObject({ delivery: 'notSent', description: textWith('"Base URL"') });
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])(
		'%d is not followed, so that the key goes nowhere else',
		async (status) => {
			const elsewhere = await startSandbox();
			try {
				for (const [parameters, path] of [
					[text, '/instances/demo/messages'],
					[getAll, '/instances'],
				] as const) {
					await control().bend({ status, headers: { location: `${elsewhere.url}/api/v1${path}` } });
					const { error, details } = await failureOf({ parameters });
					expect(error).toBe(`The service redirects to another address (${status})`);
					expect(details).toMatchObject({ httpStatus: status, delivery: 'notSent' });
					expect(details.description).toContain('"Base URL"');
				}
				expect(await sandboxControl(elsewhere.url).requests()).toEqual([]);
			} finally {
				await elsewhere.close();
			}
		},
	);
});

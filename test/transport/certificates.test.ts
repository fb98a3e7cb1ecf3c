import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { selfSigned } from '../../dev/selfSigned';

const { control, url } = runningSandbox();
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: await selfSigned() });
});
afterAll(async () => await secure.close());

const allowed = { allowUnauthorizedCerts: true };
const tls = { kind: 'break', reason: 'tls', begun: false };

it('an untrusted certificate fails the request before anything is sent, unless "Ignore SSL Issues" is on for it', async () => {
	for (const [credential, outcome] of [
		[{}, tls],
		[allowed, { status: 202 }],
		[{}, tls],
	] as const)
		expect(await ask(secure.url, { request: message, credential })).toMatchObject(outcome);
});

it('an https request to a server without TLS fails, and nothing arrives', async () => {
	expect(await ask(url().replace('http:', 'https:'), { request: message })).toMatchObject({
		...tls,
		reason: 'noTls',
		// OpenSSL puts numbers and names of its source files around these words.
		detail: 'wrong version number',
	});
	expect(await control().requests()).toEqual([]);
});

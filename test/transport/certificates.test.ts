import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, message } from './ask';
import { selfSigned } from '../../dev/selfSigned';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();
const certificate = selfSigned();
let secure: Sandbox;

beforeAll(async () => {
	secure = await startSandbox({ https: await certificate });
});
afterAll(async () => await secure.close());

const allowed = { allowUnauthorizedCerts: true };
const tls = { kind: 'break', reason: 'tls', begun: false };

it('an untrusted certificate fails the request before anything is sent', async () => {
	expect(await ask(secure.url, { request: message })).toMatchObject(tls);
});

it('"Ignore SSL Issues (Insecure)" accepts an untrusted certificate', async () => {
	expect(await ask(secure.url, { request: message, credential: allowed })).toMatchObject({
		status: 202,
	});
});

it('a credential that ignores SSL issues does not affect one that does not', async () => {
	await ask(secure.url, { credential: allowed });
	expect(await ask(secure.url)).toMatchObject(tls);
});

it('a certificate for another host is refused unless SSL issues are ignored', async () => {
	const elsewhere = secure.url.replace('127.0.0.1', 'localhost');
	expect(await ask(elsewhere)).toMatchObject(tls);
	expect(await ask(elsewhere, { credential: allowed })).toMatchObject({ status: 200 });
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

it('consecutive requests share TLS handshakes', async () => {
	let handshakes = 0;
	const { url: service, server } = await httpServer(
		(_, response) => void response.end('[]'),
		await certificate,
	);
	server.on('secureConnection', () => handshakes++);
	for (let i = 0; i < 10; i++)
		expect(await ask(service, { credential: allowed })).toMatchObject({ status: 200 });
	// Two connections may take turns.
	expect(handshakes).toBeLessThanOrEqual(2);
});

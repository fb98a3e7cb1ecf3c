import { FailureError } from '../../nodes/MessagingIntegration/api/failure';
import { connect } from '../../nodes/MessagingIntegration/n8n/connect';
import { runningSandbox } from '../sandbox/runningSandbox';
import { key, list, message } from './ask';
import { n8nContext } from './n8nContext';

const { control, url } = runningSandbox();

/** The n8n context of a node with this credential for the sandbox. */
const context = ({ credential, ...more }: Partial<Parameters<typeof n8nContext>[0]>) =>
	n8nContext({ credential: { baseUrl: url(), apiKey: key, ...credential }, ...more });

it('connects to the service of the credential', async () => {
	const { account, send } = await connect(context({}));
	expect(account.origin).toBe(url());
	expect(await send(message)).toMatchObject({ status: 202 });
	expect(await control().messages()).toHaveLength(1);
});

it('sends nothing more once the execution is stopped', async () => {
	const stop = new AbortController();
	const { send } = await connect(context({ signal: stop.signal }));
	expect(await send(list)).toMatchObject({ status: 200 });
	stop.abort();
	expect(await send(message)).toMatchObject({ kind: 'break', reason: 'cancelled', begun: false });
	expect(await control().messages()).toEqual([]);
});

it('refuses an unusable credential before sending anything', async () => {
	await expect(connect(context({ credential: { apiKey: '' } }))).rejects.toThrow(FailureError);
	await expect(
		connect(context({ credential: { baseUrl: 'http://api.example.com' } })),
	).rejects.toThrow('not encrypted');
});

it('encodes query parameters, including repeated ones', async () => {
	const { send } = await connect(context({}));
	const query: Array<[string, string]> = [
		['q', 'a b&c=ü'],
		['page', '2'],
		['q', '#?'],
	];
	await send({ ...list, query });
	expect(await control().requests()).toMatchObject([
		{ path: '/api/v1/instances', query: { q: ['a b&c=ü', '#?'], page: '2' } },
	]);
});

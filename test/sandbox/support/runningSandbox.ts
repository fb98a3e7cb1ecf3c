import { Agent, fetch, type BodyInit } from 'undici';
import { keys } from '../../../dev/sandbox/accounts';
import { sandboxControl } from '../../../dev/sandbox/sandboxControl';
import { selfSigned } from '../../../dev/selfSigned';
import { fetchN8n } from '../../n8n/fetchN8n';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/startSandbox';

export interface Call {
	/** null sends no key. */
	key?: string | null;
	json?: unknown;
	body?: BodyInit;
	headers?: Record<string, string>;
}

/** A sandbox for the tests of one file, emptied before each test. `call` has its own connection. */
export function runningSandbox(options?: SandboxOptions) {
	let sandbox: Sandbox;
	let agent: Agent;
	// The sandbox is in this process: while it is busy, neither end sees that a kept connection has ended.
	const control = () => sandboxControl(sandbox.url, fetchN8n);

	beforeAll(async () => {
		// One connection, so that the log shows that it is reused.
		agent = new Agent({ connections: 1 });
		sandbox = await startSandbox(options);
	});
	beforeEach(async () => {
		await control().forget();
		await control().straighten();
	});
	afterAll(async () => {
		await agent.destroy();
		await sandbox.close();
	});

	async function call(
		method: string,
		path: string,
		{ key = keys.all.key, json, body, headers }: Call = {},
	) {
		const response = await fetch(`${sandbox.url}/api/v1${path}`, {
			method,
			redirect: 'manual',
			dispatcher: agent,
			duplex: 'half',
			body: json === undefined ? body : JSON.stringify(json),
			headers: {
				...(key !== null && { 'x-api-key': key }),
				...(json !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
		});
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
		const answer: unknown = isJson ? JSON.parse(text) : undefined;
		return { status: response.status, headers: response.headers, text, answer };
	}

	return { call, control, url: () => sandbox.url };
}

/** The same with TLS. @returns its URL */
export function secureSandbox(options?: SandboxOptions): () => string {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ https: await selfSigned(), ...options });
	});
	afterAll(async () => await sandbox.close());
	return () => sandbox.url;
}

export const text = { to: '491700000000', content: { type: 'text', text: 'hello' } };

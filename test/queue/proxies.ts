import { type Sandbox, startSandbox } from '../../dev/sandbox/startSandbox';
import { selfSigned } from '../../dev/selfSigned';
import type { Cluster } from './cluster';
import { sendOne } from './sendOne';
import { type ForwardProxy, startTinyproxy } from './startTinyproxy';

const farHost = '[::ffff:7f00:1]';

export function proxies(running: () => Cluster): void {
	let proxy: ForwardProxy;
	let secure: Sandbox;

	beforeAll(async () => {
		proxy = await startTinyproxy();
		secure = await startSandbox({ https: await selfSigned(), hosts: [farHost] });
		await running().workers.staff({ HTTPS_PROXY: proxy.url });
	});

	afterAll(async () => {
		await secure.close();
		await proxy.stop();
	});

	/** The same service at an address that nothing but the proxy knows to be this machine. */
	const farAway = () => secure.url.replace('127.0.0.1', farHost);
	const account = (baseUrl: string) => ({ baseUrl, allowUnauthorizedCerts: true });

	it('connects through HTTPS_PROXY', async () => {
		const cluster = running();
		expect(await sendOne(cluster, account(farAway()))).toMatchObject({ status: 'accepted' });
		expect(await proxy.asked()).toEqual([`CONNECT ${new URL(farAway()).host}`]);
		cluster.counted.push('proxy: 1 tunnel');
	});

	it('connects directly to this machine, whatever HTTPS_PROXY says', async () => {
		const cluster = running();
		const before = await proxy.asked();
		const direct = secure.url.replace('127.0.0.1', 'localhost');
		expect(await sendOne(cluster, account(direct))).toMatchObject({ status: 'accepted' });
		expect(await proxy.asked()).toEqual(before);
		cluster.counted.push('1 direct connection');
	});
}

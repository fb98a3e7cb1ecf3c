import { join } from 'node:path';
import { installNode, packNode } from '../test/n8n/communityNode';

/**
 * Runs a step and shows how long it takes: when it begins, every 10 seconds, and when it ends.
 * @param title in the form "Starting n8n"
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const start = Date.now();
	const say = (words = '') =>
		console.log(`${title} … ${words}${Math.round((Date.now() - start) / 1000)} s`);
	say();
	const timer = setInterval(say, 10_000);
	return await work().finally(() => {
		clearInterval(timer);
		say('ended after ');
	});
}

/** Packs the node, and installs it for an n8n with this user folder. */
export async function installPacked(folder: string): Promise<void> {
	const title = 'Packing the node and installing it as the Community Nodes screen does';
	await step(title, async () => installNode(await packNode(join(folder, 'package')), folder));
}

import { join } from 'node:path';
import { installNode, packNode } from '../test/n8n/communityNode';
import { step } from './step.mjs';

/** Packs the node, and installs it for an n8n with this user folder. */
export async function installPacked(folder: string): Promise<void> {
	const title = 'Packing the node and installing it as the Community Nodes screen does';
	await step(title, async () => installNode(await packNode(join(folder, 'package')), folder));
}

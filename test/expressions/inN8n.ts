// Run it with the Node.js of an n8n: node --import tsx inN8n.ts <file of that n8n> <engine> <number of values>.
import { createRequire } from 'node:module';

import type * as n8nWorkflow from 'n8n-workflow';

import { compareAll, type N8nParts } from './comparison';

type Engine = 'legacy' | 'vm';

async function main([file, engine, wanted]: string[]): Promise<void> {
	const requireFromN8n = createRequire(file as string);
	requireFromN8n('reflect-metadata');
	const { Expression, Workflow } = requireFromN8n('n8n-workflow') as typeof n8nWorkflow;
	const { ExecuteContext } = requireFromN8n('n8n-core') as Pick<N8nParts, 'ExecuteContext'>;
	if (engine === 'vm') {
		// The settings with which n8n starts it.
		await Expression.initExpressionEngine({
			engine,
			poolSize: 1,
			maxCodeCacheSize: 1024,
			bridgeTimeout: 5000,
			bridgeMemoryLimit: 128,
		});
	}
	const used: Engine =
		(Expression as Partial<typeof Expression>).getActiveImplementation?.() === 'vm'
			? 'vm'
			: 'legacy';
	if (used !== engine) throw new Error(`This n8n evaluates with the engine ${used}`);
	process.stdout.write(
		JSON.stringify(await compareAll({ ExecuteContext, Workflow }, Number(wanted))),
	);
	process.exit();
}

void main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(String(error instanceof Error ? error.message : error));
	process.exit(1);
});

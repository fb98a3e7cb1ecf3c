import { parseArgs } from 'node:util';
import { instances, keys } from './accounts';
import { startSandbox } from './startSandbox';

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { port: { type: 'string', default: '8585' } } });
	const sandbox = await startSandbox({ port: Number(values.port) });
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);

	console.log(`Sandbox of the messaging service: ${sandbox.url}\n\nAPI keys and their scopes`);
	for (const { key, scopes } of Object.values(keys))
		console.log(`  ${key}  ${scopes.join(' ') || '(none)'}`);
	console.log('\nInstances and their engines');
	for (const { id, name, engine } of instances) console.log(`  ${id}  ${name}, engine ${engine}`);
	console.log('\nPress Ctrl-C to stop.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});

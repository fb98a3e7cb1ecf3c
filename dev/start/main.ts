import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shown } from './checkout';
import { endAsked } from './ending';
import { owner } from './n8n-api';
import { proveOnce } from './once';
import { readOptions } from './options';
import { Problem } from './problem';
import { choosePlace, setUp, type Place, type Stage } from './stage';

async function start(args: readonly string[], asked: Promise<string>): Promise<void> {
	const options = readOptions(args);
	const place = await choosePlace(options);
	const undos: Array<() => Promise<void>> = [];
	const story = async () => {
		const stage = await setUp(place, (undo) => undos.unshift(undo));
		if (options.once) await proveOnce(stage.sandbox.url, stage.api, stage.examples.twoNodes);
		else await open(stage);
	};
	try {
		const reason = await Promise.race([story(), asked]);
		if (reason) console.log(`\nEnding (${reason}) …`);
		if (reason && options.once) process.exitCode = 1;
	} catch (error) {
		// Only a run that failed leaves something to look into.
		explain(error, place);
		process.exitCode = 1;
	}
	for (const undo of undos) await undo();
	if (options.once && !process.exitCode) await rm(place.folder, { recursive: true, force: true });
}

/** Prints the addresses and stays until n8n ends, which it should not by itself. */
async function open({ sandbox, n8n, examples }: Stage): Promise<never> {
	console.log(`
The form:     ${examples.twoNodes.formUrl}
The editor:   ${n8n.url}
              log in with ${owner.email} and ${owner.password}; all examples are there
The sandbox:  ${sandbox.url}

Send the form: the message it makes appears on the sandbox's page.
The same in one node: ${examples.oneNode.formUrl}
n8n's log is ${shown(n8n.log)}. Ctrl-C ends everything.`);
	throw new Problem(`${n8n.group.tail()}\nn8n ${await n8n.group.ended}.`);
}

function explain(error: unknown, place?: Place): void {
	console.error(error instanceof Problem ? `\n${error.message}` : error);
	const log = place && join(place.folder, 'n8n.log');
	if (log && existsSync(log)) console.error(`What n8n said is in ${shown(log)}.`);
}

start(process.argv.slice(2), endAsked())
	.catch((error: unknown) => {
		explain(error);
		process.exitCode = 1;
	})
	// What a story that was cut short still waits for must not hold the process.
	.finally(() => process.exit());

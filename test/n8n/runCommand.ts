import { endRequested } from './endRequested';
import { Problem } from './Problem';

/** Registers how to undo a part of the set-up, as soon as that part exists. */
export type AtEnd = (undo: () => unknown) => void;

/**
 * Runs a command until it finishes or fails or the user ends it. Then undoes its set-up, the last part first.
 * @param codeWhenEnded the exit code if the user ends it
 */
export async function runCommand(
	work: (atEnd: AtEnd) => Promise<void>,
	codeWhenEnded = 1,
): Promise<void> {
	const undos: Array<() => unknown> = [];
	try {
		const reason = await Promise.race([work((undo) => undos.unshift(undo)), endRequested()]);
		if (reason) console.log(`\nEnding (${reason}) …`);
		if (reason) process.exitCode = codeWhenEnded;
	} catch (error) {
		console.error(error instanceof Problem ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
	for (const undo of undos) await undo();
	// Unfinished work must not keep the process running.
	process.exit();
}

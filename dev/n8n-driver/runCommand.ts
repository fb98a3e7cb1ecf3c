import { endAsked } from './endAsked';
import { Problem } from './Problem';

/** Takes what undoes a part that has been set up, as soon as the part is there. */
export type AtEnd = (undo: () => unknown) => void;

/**
 * Runs a command until it has finished or failed or the user ends it. Then undoes what it has set up, the last part first.
 * @param codeWhenEnded the exit code when the user ends it
 */
export async function runCommand(work: (atEnd: AtEnd) => Promise<void>, codeWhenEnded = 1): Promise<void> {
	const undos: Array<() => unknown> = [];
	try {
		const reason = await Promise.race([work((undo) => undos.unshift(undo)), endAsked()]);
		if (reason) console.log(`\nEnding (${reason}) …`);
		if (reason) process.exitCode = codeWhenEnded;
	} catch (error) {
		console.error(error instanceof Problem ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
	for (const undo of undos) await undo();
	// What work that was cut short still waits for must not hold the process.
	process.exit();
}

import { spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { until } from '../support/until';
import { startWatchdog, tellWatchdog } from './watchdog';

const windows = process.platform === 'win32';

/** A program and everything that it starts, in its own process group, with its output in a file. */
export class ProcessGroup {
	/** Settles when the program itself has ended, with a phrase that says how. */
	readonly ended: Promise<string>;

	readonly pid: number | undefined;

	/** How the program ended, once it has. */
	end?: string;

	/** True until the last process of the group is known to have ended. */
	private isLeft = true;

	constructor(
		command: string,
		args: readonly string[],
		private readonly log: string,
		options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
	) {
		const output = openSync(log, 'a');
		startWatchdog();
		const child = spawn(command, args, {
			...options,
			stdio: ['ignore', output, output],
			detached: !windows,
		});
		closeSync(output);
		this.pid = child.pid;
		if (this.pid) tellWatchdog('begun', this.pid);
		this.ended = new Promise((resolve) => {
			child.once('error', (error) => resolve(`could not start: ${error.message}`));
			child.once('exit', (code, signal) =>
				resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`),
			);
		});
		void this.ended.then((end) => {
			this.end = end;
			if (!this.signal(0)) this.forget();
		});
	}

	/** Asks the whole group to end, and forces it after five seconds. */
	async stop(): Promise<void> {
		this.signal('SIGTERM');
		await until('The end', () => !this.signal(0), 5).catch(() => undefined);
		this.kill();
		// The caller may remove the files of the program: it must not write any more.
		await this.ended;
	}

	/** Asks the program itself to end, as a deployment does. */
	ask(signal: 'SIGTERM' | 'SIGINT'): void {
		if (this.pid) process.kill(this.pid, signal);
	}

	/** Kills the whole group at once. */
	kill(): void {
		this.signal('SIGKILL');
		this.forget();
	}

	/** Suspends the whole group until `resume`, like a machine that has no processor time. */
	suspend(): void {
		this.signal('SIGSTOP');
	}

	resume(): void {
		this.signal('SIGCONT');
	}

	/** The last lines of the output. */
	tail(lines = 15): string {
		return readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
	}

	private forget(): void {
		if (this.isLeft && this.pid) tellWatchdog('ended', this.pid);
		this.isLeft = false;
	}

	/** A negative process id stands for the group, which exists as long as any process in it. */
	private signal(signal: NodeJS.Signals | 0): boolean {
		if (!this.pid || !this.isLeft) return false;
		try {
			return process.kill(windows ? this.pid : -this.pid, signal);
		} catch {
			return false;
		}
	}
}

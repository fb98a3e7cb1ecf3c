import type { ProcessGroup } from '../n8n/ProcessGroup';
import { until } from '../until';

/** A running program that n8n needs. */
export interface Service {
	/** n8n's environment variables for it. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

/** Waits until a program is ready. @throws Error with the end of its log if it exits before that */
export async function untilReady(
	name: string,
	group: ProcessGroup,
	isReady: () => boolean | Promise<boolean>,
): Promise<void> {
	await until(
		`A ready ${name}`,
		async () => {
			if (group.end) throw new Error(`${group.tail()}\n${name} ${group.end}.`);
			return await isReady();
		},
		60,
	);
}

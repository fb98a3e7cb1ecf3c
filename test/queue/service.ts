import type { ProcessGroup } from '../n8n/ProcessGroup';
import { until } from '../until';

/** A program beside n8n, up and running. */
export interface Service {
	/** What n8n is told, to use it. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

/** Waits until a program takes requests. @throws Error with the end of what it said, when it ends before that */
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

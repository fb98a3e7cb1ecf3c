import { Lanes } from '../../../nodes/MessagingIntegration/run/lanes';

type Options<Task> = ConstructorParameters<typeof Lanes<Task>>[0];

/** Works on all tasks, without turns of the event loop, for which a virtual time does not wait. */
export async function inLanes<Task>(tasks: Task[], options: Options<Task>): Promise<void> {
	const lanes = new Lanes(options);
	for (const task of tasks) lanes.add(task);
	await lanes.work();
}

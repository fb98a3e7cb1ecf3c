import { RequestsPerSecond } from '../../../nodes/MessagingIntegration/requests/requestsPerSecond';
import { Lanes } from '../../../nodes/MessagingIntegration/run/lanes';

type All<Task> = ConstructorParameters<typeof Lanes<Task>>[0];
type Options<Task> = Omit<All<Task>, 'requestsOf' | 'requestsPerSecond'>;

/** Works on all tasks, without turns of the event loop, for which a virtual time does not wait. */
export async function inLanes<Task>(tasks: Task[], options: Options<Task>): Promise<void> {
	const requestsPerSecond = new RequestsPerSecond(0, options.clock);
	const lanes = new Lanes({ ...options, requestsOf: () => 1, requestsPerSecond });
	for (const task of tasks) lanes.add(task);
	await lanes.work();
}

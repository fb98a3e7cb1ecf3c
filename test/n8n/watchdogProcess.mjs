// Waits until the process that started it has ended, then ends the process groups that are left. Each line of its
// input names a process group: "begun 123" or "ended 123".
import { createInterface } from 'node:readline';

const left = new Set();
for await (const line of createInterface({ input: process.stdin })) {
	const [what, id] = line.split(' ');
	if (what === 'begun') left.add(Number(id));
	else left.delete(Number(id));
}
for (const id of left) {
	try {
		process.kill(process.platform === 'win32' ? id : -id, 'SIGKILL');
	} catch {
		// It has already ended.
	}
}

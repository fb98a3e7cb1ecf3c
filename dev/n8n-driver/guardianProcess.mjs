// Outlives the process that started it by as long as it takes to end what that left behind. Each line of its
// input tells of a process group: "begun 123" or "ended 123".
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
		// It has gone by itself.
	}
}

import { setTimeout as sleep } from 'node:timers/promises';

import { realClock } from '../../nodes/MessagingIntegration/n8n/realClock';

it('a wait that is longer than any timer of Node.js, as after a large Retry-After, does not end at once', async () => {
	const stop = new AbortController();
	const wait = realClock.sleep(2 ** 31 * 1000, stop.signal).then(() => 'ended');
	expect(await Promise.race([wait, sleep(20, 'waits')])).toBe('waits');
	stop.abort();
	await expect(wait).rejects.toThrow();
});

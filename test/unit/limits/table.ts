import { writeFileSync } from 'node:fs';

import { limited } from '../../../nodes/MessagingIntegration/requests/limited';
import { cases } from './cases';
import { measure } from './measure';
import type { Wrap } from './simulate';

const wrapOf =
	(hasInstances: boolean): Wrap =>
	(send, lend, clock) =>
		limited(send, {
			lend,
			requestsPerSecond: 0,
			hasInstances,
			counts: { slowed: 0 },
			clock,
		});

void (async () => {
	const lines = [];
	for (const row of cases.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
		try {
			const m = await measure(
				wrapOf(new Set(row.messages.map(({ instance }) => instance)).size > 1),
				row,
			);
			lines.push(m);
			console.log(
				`${(100 * m.reached).toFixed(0).padStart(4)}% acc ${m.accepted.toFixed(1)} end ${m.ended.toFixed(1)} refused ${m.refused} lost ${m.lost} | ${m.name}`,
			);
		} catch (error) {
			console.log('ERROR', row.name, (error as Error).message);
		}
	}
	writeFileSync('/tmp/lab/h1-old/new.json', JSON.stringify(lines, null, 1));
})();

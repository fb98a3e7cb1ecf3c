// Send Once Keys are removed by hand, as the page "Operating" says.
import { contextsThatStay, insertKeys, removeOldKeys } from '../../n8n/oldKeys';
import type { Cluster } from './cluster';

export function oldKeys(running: () => Cluster): void {
	it('the statement of operate.md removes a key only if all its rows are old', async () => {
		const said = await running().database.query(
			[
				'CREATE TEMP TABLE processed_data (LIKE public.processed_data)',
				insertKeys((days) => `now() - interval '${days} days'`),
				removeOldKeys('Postgres').trim().replace(/;$/, ''),
				`SELECT "workflowId" || ' ' || context FROM processed_data`,
			].join('; '),
		);
		expect(said.trim().split('\n').slice(-contextsThatStay.length).sort()).toEqual(
			contextsThatStay,
		);
	});
}

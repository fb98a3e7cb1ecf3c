// Send Once Keys are removed by hand, as the page "Operating" says.
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { contextsThatStay, insertKeys, removeOldKeys } from '../n8n/oldKeys';

interface Database {
	exec(sql: string, done: (error: Error | null) => void): void;
	all(sql: string, done: (error: Error | null, rows: Array<{ row: string }>) => void): void;
}

/** n8n's own. */
const { Database } = createRequire(join(root, 'dev/n8n/node_modules/n8n/package.json'))(
	'sqlite3',
) as { Database: new (name: string) => Database };

it('the statement of operate.md removes a key only if all its rows are old', async () => {
	const database = new Database(':memory:');
	const execute = async (sql: string) =>
		await new Promise<void>((resolve, reject) => {
			database.exec(sql, (error) => (error ? reject(error) : resolve()));
		});
	await execute('CREATE TABLE processed_data (context, workflowId, createdAt, updatedAt, value)');
	await execute(insertKeys((days) => `datetime('now', '-${days} days')`));
	await execute(removeOldKeys('SQLite'));
	const rows = await new Promise<Array<{ row: string }>>((resolve, reject) => {
		const all = `SELECT workflowId || ' ' || context AS row FROM processed_data`;
		database.all(all, (error, found) => (error ? reject(error) : resolve(found)));
	});
	expect(rows.map(({ row }) => row).sort()).toEqual(contextsThatStay);
});

import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { errorTable } from '../../nodes/MessagingIntegration/api/errorTable';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import type { Break, Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import type { Operation } from '../../nodes/MessagingIntegration/api/endpoints';
import { allReasons, answer, broken, key, operations, requestOf } from './outcomes';

type Row = (typeof errorTable)[number];

/** A status that only the row for its whole class covers. */
const unlisted = { '2xx': 200, '3xx': 302, '4xx': 418, '5xx': 507 } as const;

/** The outcomes that lead to the row. */
const outcomesFor = ({ on, code, isPage }: Row): Outcome[] =>
	Object.keys(on).map((occasion) => {
		const body = isPage ? '<html></html>' : code;
		if (/^\d+$/.test(occasion)) return answer(Number(occasion), body);
		return occasion in unlisted
			? answer(unlisted[occasion as keyof typeof unlisted], body)
			: broken(occasion as Break);
	});

const isFor = ({ kind }: Row, operation: Operation) =>
	kind === undefined || kind.includes(requestOf(operation).kind);

/** An account on this machine, about which some rows have more to say. */
const local = accountOf({ baseUrl: 'http://localhost:8080', apiKey: key });

function pattern(sentence: string): RegExp {
	const parts = sentence
		.split(/\{\w+\}/)
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(parts.join('.+'), 'i');
}

const rows = errorTable.map((row): [name: string, row: Row] => [
	[Object.keys(row.on), row.code, row.kind, row.isPage && 'page']
		.filter((part) => part !== undefined)
		.join(' '),
	row,
]);

it.each(rows)('each sentence of the row "%s" can be reached, without placeholders', (_, row) => {
	const { on, advice, also = {} } = row;
	const messages = Object.values(on);
	for (const [at, outcome] of outcomesFor(row).entries()) {
		const failures = operations
			.filter((operation) => isFor(row, operation))
			.map((operation) => failureOf(requestOf(operation), outcome, local));
		for (const sentence of failures.flatMap((failure) => [failure.message, failure.description])) {
			expect(sentence).toMatch(/^\S.*\S$/s);
			expect(sentence).not.toMatch(/[{}]|""|undefined|null| {2}/);
		}
		const said = failures.filter(({ message }) => pattern(messages[at] ?? '').test(message));
		for (const sentence of [advice, ...Object.values(also)])
			expect(said.map(({ description }) => description)).toContainEqual(
				expect.stringMatching(pattern(sentence)),
			);
	}
});

it.each(rows)('the row "%s" says what happened and what to do', (_, row) => {
	for (const message of Object.values(row.on)) expect(message).toMatch(/^([A-Z{]|n8n ).{10,}[^.]$/);
	for (const sentence of [row.advice, ...Object.values(row.also ?? {})])
		expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
});

it('has a row for every way a connection can break', () => {
	const listed = errorTable.flatMap(({ on }) => Object.keys(on));
	expect(listed).toEqual(expect.arrayContaining(allReasons));
});

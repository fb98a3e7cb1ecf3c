import { accountOf } from '../../nodes/MessagingIntegration/api/account';
import { errorTable } from '../../nodes/MessagingIntegration/api/errorTable';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import type { Failure } from '../../nodes/MessagingIntegration/api/failure';
import type { Break, Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import { account, allReasons, answer, broken, key, operations, requestOf } from './outcomes';

type Row = (typeof errorTable)[number];

/** A status that only the row for its whole class covers. */
const unlisted = { '2xx': 200, '3xx': 302, '4xx': 418, '5xx': 507 } as const;

/** An outcome that leads to the row. */
function outcomeFor({ on, code, isPage }: Row): Outcome {
	if (isPage) return answer(typeof on === 'number' ? on : 200, '<html></html>');
	if (on === '2xx' || on === '3xx' || on === '4xx' || on === '5xx') return answer(unlisted[on]);
	return typeof on === 'number' ? answer(on, code) : broken(on);
}

/** An account whose address the row is about. */
const accountFor = ({ isLoopback }: Row) =>
	isLoopback ? accountOf({ baseUrl: 'http://localhost:8080', apiKey: key }) : account;

function pattern(sentence: string): RegExp {
	const parts = sentence
		.split(/\{\w+\}/)
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(parts.join('.+'), 'i');
}

const isOf = ({ message, advice }: Row, failure: Failure) =>
	pattern(message).test(failure.message) && pattern(advice).test(failure.description ?? '');

const rows = errorTable.map((row): [name: string, row: Row] => [
	[row.on, row.code, row.kind, row.isPage && 'page', row.isLoopback && 'this machine']
		.filter((part) => part !== undefined)
		.join(' '),
	row,
]);

it.each(rows)('the row "%s" can be reached', (_, row) => {
	const candidates = operations.filter(
		(operation) => row.kind === undefined || row.kind === requestOf(operation).kind,
	);
	const failures = candidates.map((operation) =>
		failureOf(requestOf(operation), outcomeFor(row), accountFor(row)),
	);
	expect(failures.some((failure) => isOf(row, failure))).toBe(true);
});

it.each(rows)('the row "%s" says what happened and what to do', (_, { message, advice }) => {
	expect(message).toMatch(/^([A-Z{]|n8n ).{10,}[^.]$/);
	expect(advice).toMatch(/^[A-Z].{10,}\.$/);
});

it('has a row for every way a connection can break', () => {
	const listed = errorTable
		.map(({ on }) => on)
		.filter((on): on is Break => allReasons.includes(on as Break));
	expect([...new Set(listed)].sort()).toEqual([...allReasons].sort());
});

const everyFailure = operations.flatMap((operation) =>
	errorTable
		.filter((row) => row.kind === undefined || row.kind === requestOf(operation).kind)
		.map((row): [name: string, failure: Failure] => [
			[operation, row.on, row.code, row.isLoopback && 'this machine']
				.filter((part) => part !== undefined)
				.join(' '),
			failureOf(requestOf(operation), outcomeFor(row), accountFor(row)),
		]),
);

it.each(everyFailure)('fills in all placeholders: %s', (_, { message, description }) => {
	for (const sentence of [message, description]) {
		expect(sentence).toMatch(/^\S.*\S$/);
		expect(sentence).not.toMatch(/[{}]|""|undefined|null| {2}/);
	}
});

it.each([
	[403, 'getAll', '"instances:read"'],
	[403, 'send', '"messages:send"'],
	[403, 'upload', 'messages:send, instances:read, instances:write'],
] as const)('names the missing scope after a %d to %s', (status, operation, scope) => {
	const { message, description } = failureOf(requestOf(operation), answer(status), account);
	expect(`${message} ${description}`).toContain(scope);
});

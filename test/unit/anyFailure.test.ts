import fc from 'fast-check';

import { itemsOf } from '../../nodes/MessagingIntegration/service/outputOfAnswer';
import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import { wasProcessed } from '../../nodes/MessagingIntegration/service/status';
import { anyCharacter, randomValues } from './support/randomValues';
import {
	account,
	allReasons,
	describedFailure,
	broken,
	key,
	operations,
	requestOf,
	unread,
} from './support/outcomes';

/** Some advice is about this machine. */
const local = accountOf({ baseUrl: 'http://localhost:8080', apiKey: key });

const names = fc.oneof(
	fc.string(),
	fc.constantFrom('error', 'errors', 'code', 'message', 'type', 'detail', '__proto__'),
);
const errorLike = fc.object({ key: names, maxDepth: 3 }).map((value) => JSON.stringify(value));
const text = fc.oneof(
	fc.json(),
	errorLike,
	fc.string({ unit: anyCharacter }),
	fc.constantFrom('', '<html>', 'null', '""'),
);

const answered: fc.Arbitrary<Outcome> = fc.record({
	kind: fc.constant('answer' as const),
	status: fc.integer({ min: 100, max: 599 }),
	headers: fc.oneof(fc.constant({}), fc.constant({ 'retry-after': '1' })),
	body: text.map((body) => readBody(body, key)),
});

const reason = fc.constantFrom(...allReasons);
const detail = fc.option(fc.string(), { nil: undefined });
const broke = fc.tuple(reason, fc.boolean(), detail).map((given) => broken(...given));
const halfAnswered = fc
	.tuple(fc.integer({ min: 200, max: 599 }), reason, detail)
	.map((given) => unread(...given));

it('every failure has a message, advice and a delivery, whatever the service or the network does', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...operations),
			fc.oneof(answered, broke, halfAnswered),
			fc.constantFrom(account, local),
			(operation, outcome, own) => {
				fc.pre(itemsOf(requestOf(operation).kind, outcome) === undefined);
				const failure = describedFailure(requestOf(operation), outcome, own);
				expect(failure.message).toMatch(/^\S[^\n]{10,500}$/u);
				expect(failure.message).not.toMatch(/[<>]/);
				expect(failure.description).toMatch(/^(?:n8n|[A-Z])[^<>]{10,1000}$/);
				expect(failure.origin).toBe('request');
				const harmless = operation === 'getAll' || wasProcessed(outcome) === 'no';
				expect(failure.delivery).toBe(harmless ? 'notSent' : 'unknown');
				expect(failure.code ?? 'X').toMatch(/^\S{1,64}$/);
				expect(failure.status).toBe(outcome.kind === 'answer' ? outcome.status : undefined);
			},
		),
		{ numRuns: randomValues },
	);
});

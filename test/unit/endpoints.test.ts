import fc from 'fast-check';

import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { pathOf, requestFor, versionPrefix } from '../../nodes/MessagingIntegration/api/endpoints';

const anyString = fc.oneof(
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.string({ unit: fc.constantFrom(...'./\\%2e?#; \t\nü', '\ud800') }),
);

it('turns any accepted instance ID into exactly one path segment, which decodes to the ID', () => {
	fc.assert(
		fc.property(anyString, (given) => {
			const checked = instanceId.rule.safeParse(given);
			fc.pre(checked.success);
			const path = versionPrefix + pathOf(requestFor('send', checked.data));
			expect(new URL(`https://api.example.com${path}`).pathname).toBe(path);
			const [root, instances, segment, action, ...rest] = path
				.slice(versionPrefix.length)
				.split('/');
			expect([root, instances, action, rest]).toEqual(['', 'instances', 'messages', []]);
			expect(decodeURIComponent(segment ?? '')).toBe(given.trim());
		}),
		{ numRuns: 500 },
	);
});

import fc from 'fast-check';

import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { pathOf, requestFor, versionPrefix } from '../../nodes/MessagingIntegration/api/endpoints';

const anyString = fc.oneof(
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.string({
		unit: fc.constantFrom(
			'.',
			'/',
			'\\',
			'%',
			'2',
			'e',
			'?',
			'#',
			';',
			' ',
			'\t',
			'\n',
			'\ud800',
			'ü',
		),
	}),
);

it('turns any accepted instance ID into exactly one path segment, which decodes to the ID', () => {
	let accepted = 0;
	fc.assert(
		fc.property(anyString, (given) => {
			const checked = instanceId.rule.safeParse(given);
			fc.pre(checked.success);
			accepted += 1;
			const path = pathOf(requestFor('send', checked.data));
			expect(new URL(`https://api.example.com${versionPrefix}${path}`).pathname).toBe(
				versionPrefix + path,
			);
			const [root, instances, segment, action, ...rest] = path.split('/');
			expect([root, instances, action, rest]).toEqual(['', 'instances', 'messages', []]);
			expect(decodeURIComponent(segment ?? '')).toBe(given.trim());
		}),
		{ numRuns: 500 },
	);
	expect(accepted).toBe(500);
});

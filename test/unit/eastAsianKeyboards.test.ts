import { recipientFrom } from '../../nodes/MessagingIntegration/parameters/recipient';

it.each([
	['＋８１ ９０ １２３４ ５６７８', 'none', '819012345678'],
	['（０９０）１２３４－５６７８', 'JP', '819012345678'],
	['０９０ー１２３４ー５６７８', 'JP', '819012345678'],
] as const)('signs of East Asian keyboards are punctuation: %s', (typed, country, to) => {
	expect(recipientFrom(typed, country)).toBe(to);
});

it('a comma of East Asian keyboards separates recipients', () => {
	expect(() => recipientFrom('8613812345678，8613912345678', 'none')).toThrow('is 2 recipients');
});

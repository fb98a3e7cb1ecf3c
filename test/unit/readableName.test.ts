import { array, assert, constantFrom, property, string } from 'fast-check';

import { readableName } from '../../nodes/MessagingIntegration/parameters/readableName';

const name = string({ unit: 'grapheme', minLength: 1 })
	.map((words) => words.replace(/[/\\%?="\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, ''))
	.filter((words) => words !== '' && !/[\xc2-\xf4][\x80-\xbf]/.test(words));
const seed = 62;
const ending = constantFrom('.pdf', '.jpeg', '.x', '');

/** How programs write a name: as it is, in an address, in the header of a mail. */
const ways: Record<string, (name: string) => string> = {
	'as it is': (words) => words,
	'in an address': encodeURIComponent,
	'with a query': (words) => `${encodeURIComponent(words)}.pdf?sig=a/b%2Fc`,
	'in a header': (words) => `UTF-8''${encodeURIComponent(words)}`,
	'in a mail, as base64': (words) => `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`,
	'in a mail, as signs': (words) =>
		`=?UTF-8?Q?${[...Buffer.from(words)].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')}?=`,
};

test.each(Object.entries(ways))('any name is read: %s', (how, way) => {
	assert(
		property(name, ending, (words, end) => {
			const whole = how === 'with a query' ? words : words + end;
			expect(readableName(way(whole))).toBe(how === 'with a query' ? `${words}.pdf` : whole);
		}),
		{ seed },
	);
});

test('of any path, the last part is left', () => {
	assert(
		property(array(name), name, constantFrom('/', '\\', '%2F', '//'), (folders, last, between) => {
			const path = [...folders, last].join(between);
			for (const start of ['', '/', 'C:\\']) expect(readableName(start + path)).toBe(last);
		}),
		{ seed },
	);
});

test.each([
	['100%.pdf', '100%.pdf'],
	['50% off.pdf', '50% off.pdf'],
	['Why?.pdf', 'Why?.pdf'],
	['Is v2.0? yes.pdf', 'Is v2.0? yes.pdf'],
	['https://a.example/bill.pdf?token=abc&name=Max Mustermann', 'bill.pdf'],
	['https://a.example/bill.pdf?path=/Kunden/Max Mustermann/a.pdf', 'bill.pdf'],
	['bill.pdf?x=1\n', 'bill.pdf'],
	['%E0%A4%A.pdf', '%E0%A4%A.pdf'],
	['MÃ¼ller.pdf', 'Müller.pdf'],
	['MüllerÃ.pdf', 'MüllerÃ.pdf'],
	['=?x-unknown?B?YQ==?=', '=?x-unknown?B?YQ==?='],
	['=?iso-8859-1?Q?M=FCller_1.pdf?=', 'Müller 1.pdf'],
	['=?UTF-8?B?TcO8bGw=?= =?UTF-8?B?ZXIucGRm?=', 'Müller.pdf'],
	['"Erklärung" (signed).txt', 'Erklärung (signed).txt'],
	['12" record.mp3', '12" record.mp3'],
	['Rech\r\n nung.pdf', 'Rech nung.pdf'],
	['Rech\r\n\tnung.pdf', 'Rech nung.pdf'],
	['Rech%0D%0A nung.pdf', 'Rech nung.pdf'],
	['invoice\u202efdp.exe', 'invoicefdp.exe'],
	['\u200fחשבונית.pdf', 'חשבונית.pdf'],
	['clients/2026/', '2026'],
	['/', ''],
])('%s is called %s', (given, read) => {
	expect(readableName(given)).toBe(read);
});

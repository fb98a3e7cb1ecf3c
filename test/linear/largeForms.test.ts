// What a form costs while everything else that n8n does waits.
import type { IExecuteFunctions } from 'n8n-workflow';

import { Parameters } from '../../nodes/MessagingIntegration/n8n/parameters';
import { formOf } from '../../nodes/MessagingIntegration/parameters/form';
import { growsInProportion } from './growsInProportion';

/** The names of the fields of a form; undefined if it is refused. */
function namesIn(fields: object[]): string[] | undefined {
	const parameters = { defineForm: 'json', jsonOutput: fields } as Record<string, unknown>;
	const context = {
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string) => parameters[name],
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	return formOf(new Parameters(context), 0).map(({ name }) => name);
}

const many = (fieldType: string, count: number) =>
	Array.from({ length: count }, (_, at) => ({
		fieldLabel: `Field ${at}`,
		fieldName: `f${at}`,
		fieldType,
	}));

it.each(['hiddenField', 'file'])(
	'the time to read a form grows in proportion to its fields: %s',
	(fieldType) => {
		const read = (count: number) => void namesIn(many(fieldType, count));
		expect(growsInProportion(read, 16_000)).toBe(true);
	},
);

it.each<[string[], string | undefined]>([
	[['Receipt', 'Receipt 1'], 'Receipt'],
	[['Receipt_12', 'Receipt'], 'Receipt'],
	[['a b', 'a-b'], 'a_b'],
	[['Receipt_0', 'Receipt_1'], undefined],
	[['Receipt', 'Receipt_1_2'], undefined],
	[['Receipt_1', 'Receipt_1_2'], 'Receipt_1'],
	[['Receipt', 'Receipt_'], undefined],
])('of files, the output has each name once: %j', (labels, twice) => {
	const form = () => namesIn(labels.map((fieldLabel) => ({ fieldLabel, fieldType: 'file' })));
	if (twice === undefined) expect(form()).toEqual(labels);
	else expect(form).toThrow(`Two fields of the form have the name "${twice}"`);
});

it('a file can be called like a number of another kind of field', () => {
	const fields = [{ fieldLabel: 'Receipt' }, { fieldLabel: 'Receipt_1', fieldType: 'file' }];
	expect(namesIn(fields)).toEqual(['Receipt', 'Receipt_1']);
});

const options = (count: number) => ({
	values: Array.from({ length: count }, (_, at) => ({ option: `o${at}` })),
});

it.each<[string, object[]]>([
	['999 checkboxes', [{ fieldLabel: 'f', fieldType: 'checkbox', fieldOptions: options(999) }]],
	['699 texts', many('text', 699)],
])('a form may have %s, and not one more', (_, fields) => {
	expect(namesIn(fields)).toHaveLength(fields.length);
	const more =
		fields.length === 1 ? [{ ...fields[0], fieldOptions: options(1000) }] : many('text', 700);
	expect(() => namesIn(more)).toThrow();
});

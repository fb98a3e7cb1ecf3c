import type { AssignmentCollectionValue, INodeParameters } from 'n8n-workflow';

import { changes, shortDigest, type Source, type Sources } from '../memory/identity';
import { isConstant, locatedBy } from '../n8n/parameters';
import { assignedObject } from './freeForm';
import { runOptions } from './options';

type Saved = Record<string, unknown>;

/** n8n finds code between "{{" and the next "}}". */
const codes = /\{\{[^]*?\}\}/g;

/** Blanks around the code of an expression mean nothing. */
function withoutBlanks(parameters: INodeParameters): Saved {
	return JSON.parse(JSON.stringify(parameters), (_, saved: unknown) =>
		isConstant(saved) || typeof saved !== 'string'
			? saved
			: saved.replace(codes, (code) => `{{${code.slice(2, -2).trim()}}}`),
	) as Saved;
}

function sourceOf(...saved: unknown[]): string {
	return saved.every(isConstant) ? '' : `=${shortDigest(saved)}`;
}

/** Options that say how a request is sent, not what it contains. */
const withoutEffect = new Set([...Object.keys(runOptions.shape), 'sendOnceKey', 'typingFirst']);

/** What an empty parameter contains, as JSON. */
const empty = new Set(['null', '""', '{}', '"{}"', '"none"']);

function wholeOf({ options, ...others }: Saved): string {
	const ofItem = Object.entries(options ?? {}).filter(([name]) => !withoutEffect.has(name));
	const filled = [...Object.entries(others), ...ofItem]
		.map(([name, saved]): [string, unknown] => [name, locatedBy(saved)])
		.filter(([, saved]) => !empty.has(JSON.stringify(saved ?? null)))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return (filled.every(([, saved]) => isConstant(saved)) ? '' : '=') + shortDigest(filled);
}

/** Stands for the first expression in a JSON text: as a number it fits into a text and outside of one. */
const firstStandIn = 731_000_000;

/**
 * The sources of the values in a JSON text with expressions, however it is laid out.
 * @returns undefined if an expression gives more than one value
 */
function fieldsInJson(saved: unknown): Source | undefined {
	if (typeof saved !== 'string' || isConstant(saved)) return undefined;
	const expressions: string[] = [];
	const json = saved
		.slice(1)
		.replace(codes, (code) => String(firstStandIn + expressions.push(code) - 1));
	let found = 0;
	const withExpression = (name: string, value: string | number) => {
		const before = found;
		const text = String(value).replace(/731\d{6}/g, (number) => {
			found++;
			return expressions[Number(number) - firstStandIn] ?? number;
		});
		return found > before ? sourceOf(`=${typeof value} ${text}`, name) : '';
	};
	try {
		const fields = JSON.parse(json, (name, value: unknown) => {
			if (typeof value === 'string' || typeof value === 'number')
				return withExpression(name, value);
			return typeof value === 'object' && value !== null ? value : '';
		}) as Source;
		return found === expressions.length && typeof fields === 'object' ? fields : undefined;
	} catch {
		return undefined;
	}
}

/** The sources of the fields in an assignment collection; undefined if they are not known by name. */
function fieldsInRows(saved: unknown): Source | undefined {
	const { assignments = [] } = (saved ?? {}) as Partial<AssignmentCollectionValue>;
	if (!isConstant(assignments.map(({ name }) => name))) return undefined;
	// A field inside another one hides the expression that gives the rest of that one.
	const names = assignments.map(({ name }) => String(name));
	const isInside = (name: string) =>
		names.some((outer) => name.startsWith(`${outer}.`) || name.startsWith(`${outer}[`));
	if (names.some(isInside)) return undefined;
	const sources = assignments.map((row) => {
		const fields = fieldsInJson(row.value);
		const type = Array.isArray(fields) ? 'array' : fields ? 'object' : 'string';
		return { ...row, type, value: (fields ?? sourceOf(row.value, row.type, row.name)) as string };
	});
	try {
		return assignedObject({ assignments: sources }, '') as Source;
	} catch {
		return undefined;
	}
}

/** The sources of the fields of an object, and of those that are not known by name. */
function inJson(saved: unknown) {
	return { fields: fieldsInJson(saved), rest: sourceOf(saved) };
}

function inFreeForm(saved: Saved, title: string) {
	const [specify, fields, json] = [
		`specify${title}`,
		`${title.toLowerCase()}Fields`,
		`${title.toLowerCase()}Json`,
	];
	const way = saved[specify];
	if (way === undefined) return undefined;
	if (way === 'json') return inJson(saved[json]);
	const inRows = way === 'fields' ? fieldsInRows(saved[fields]) : undefined;
	const rest = inRows ? '' : sourceOf(way, saved[fields], saved[json]);
	return { fields: inRows, rest };
}

/** @param parameters as saved. Those of an operation that is not known here count as the source of all its values. */
export function sourcesOf(parameters: INodeParameters): Sources {
	const saved = withoutBlanks(parameters);
	const options = (saved.options ?? {}) as Saved;
	const content = inFreeForm(saved, 'Content');
	const body = inFreeForm(saved, 'Body');
	const additional = 'additionalContent' in options ? inJson(options.additionalContent) : undefined;
	const country = saved.defaultCountry ?? options.defaultCountry;
	const whole = wholeOf(saved);
	const free = [content, body, additional].filter((one) => one !== undefined);
	const unknown = free.map(({ rest }) => rest).filter((source) => source !== '');
	const { text, mediaUrl, storageRef, caption } = saved;
	// Free fields can have the same names. If the type is an expression, n8n keeps the parameters of all types.
	const isNamed = (...values: unknown[]) => !content || values.some(Boolean);
	const named: Record<string, Source> = {
		...(isNamed(text) && { text: sourceOf(text) }),
		...(isNamed(mediaUrl, storageRef, caption) && {
			media: {
				url: sourceOf(mediaUrl),
				storageRef: sourceOf(storageRef),
				caption: sourceOf(caption),
			},
		}),
	};
	return {
		fields: {
			path: sourceOf(saved.resource, saved.operation, locatedBy(saved.instanceId)),
			body: {
				...('message' in saved && { message: sourceOf(saved.message) }),
				...(body?.fields as object),
				// An indication can have its recipient in the body instead.
				...(saved.to !== '' && {
					to: sourceOf(saved.to, country === 'none' ? undefined : country),
				}),
				content: {
					type: sourceOf(saved.contentType),
					...named,
					...(content?.fields as object),
					...(additional?.fields as object),
					...Object.fromEntries(Object.entries(named).filter(([, source]) => changes(source))),
				},
			},
			file: {
				// No expression changes the content of a file.
				identity: '',
				fileName: sourceOf(options.fileName),
				mimeType: sourceOf(options.mimeType),
			},
		},
		rest: free.length > 0 ? sourceOf(...unknown) : whole,
		whole,
	};
}

import { isObject } from '../service/json';
import { quoted } from '../service/sentences';

/** Names under which services keep a phone number. */
export const phoneNames = [
	'value',
	'phone',
	'phone_number',
	'phoneNumber',
	'number',
	'full',
	'values',
];

/** Names under which they keep the address of a file. */
export const addressNames = ['url', 'href', 'link', 'src', 'download_url', 'downloadUrl'];

/** Names under which models and services keep words that people read, and what leads to them. */
const textNames = [
	...['text', 'output', 'content', 'message', 'plain_text', 'parts', 'choices', 'candidates'],
	...['value', 'title', 'label', 'name'],
];

/** Names of what says something about a text, not of the text. */
const aboutIt = /^(?:id|type|role|index|object|status|created|model)$/;

const mostSteps = 5;

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Names come with the data. They must not become markup in an error. */
const step = (name: string) =>
	/^[A-Za-z_$][\w$]*$/.test(name)
		? `.${name}`
		: `[${JSON.stringify(name).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026')}]`;

/** The steps that lead from a value to a text in it: `[0].url`. @param namesIn which names of an object to look for */
function stepsInto(
	value: unknown,
	namesIn: (object: object) => string[],
	depth = mostSteps,
): string | undefined {
	if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
	if (Array.isArray(value)) {
		if (isPlain(value[0]) && depth < mostSteps) return '[0]';
		const isPrimary = (one: unknown) => isObject(one) && one.primary === true;
		const primary: unknown = value.length > 1 ? value.find(isPrimary) : undefined;
		const rest = stepsInto(primary, namesIn, depth - 1);
		if (rest) return `.find((one) => one.primary)${rest}`;
		// What a model thought can stand before what it says.
		for (const [at, one] of value.entries()) {
			const inside = stepsInto(one, namesIn, depth - 1);
			if (inside) return `[${at}]${inside}`;
		}
		return undefined;
	}
	// A date is no such object.
	if ('toJSON' in value) return undefined;
	const object = value as Record<string, unknown>;
	const known = namesIn(object);
	const name = known.find((one) => isPlain(object[one]) && object[one] !== '');
	if (name !== undefined) return step(name);
	for (const one of ['primary', ...known]) {
		const rest = stepsInto(object[one], namesIn, depth - 1);
		if (rest) return step(one) + rest;
	}
	return undefined;
}

/** The steps that lead to a text that people read: under one of its usual names, else under any. */
const stepsIntoText = (value: unknown) =>
	stepsInto(value, () => textNames) ??
	stepsInto(value, (object) => Object.keys(object).filter((name) => !aboutIt.test(name))) ??
	stepsInto(value, Object.keys);

/** The code of a single expression, such as `$json.phone`. */
function codeOf(expression: string): string {
	const code = quoted(/^=?\s*\{\{([^]*)\}\}\s*$/.exec(expression)?.[1] ?? '');
	return /^[\w$.?[\]()"'-]+$/.test(code) ? code : `(${code})`;
}

/** The expression that writes an object or a list into JSON: `{{ JSON.stringify($json.buttons) }}`. */
export const expressionAsJson = (expression: string) =>
	`{{ JSON.stringify(${codeOf(expression)}) }}`;

/** What gives a list of the texts in a list of objects. @param steps that lead to the text in each */
const ofEach = (code: string, steps: string) => `${code}.map((one) => one${steps})`;

/** The beginning of an expression that reads more of what another one gives: `{{ $json.list`. */
export const expressionFrom = (expression: string) => `{{ ${codeOf(expression)}`;

/**
 * The expression that gives the text in an object or a list: `{{ $json.phone.value }}`. Undefined if none is found.
 * @param expression that gave the value
 * @param names under which it may be; without them, a text that people read
 */
export function expressionInto(
	expression: string,
	value: unknown,
	names?: string[],
): string | undefined {
	const code = codeOf(expression);
	// Jotform has the area apart.
	if (isObject(value) && isPlain(value.area) && isPlain(value.phone))
		return `{{ ${code}.area }}{{ ${code}.phone }}`;
	if (!names && Array.isArray(value) && value.length > 1) {
		const each = value.map((one: unknown) => stepsIntoText(one));
		const [of] = each;
		// The pieces of one text, as models and Notion give them, follow each other.
		const between = of && /\.(?:plain_)?text$/.test(of) ? '' : ', ';
		if (of && each.every((one) => one === of))
			return `{{ ${ofEach(code, of)}.join("${between}") }}`;
	}
	const steps = names ? stepsInto(value, () => names) : stepsIntoText(value);
	return steps && `{{ ${code}${steps} }}`;
}

/** The same for all entries of a list of objects: `{{ $json.people.map((one) => one.phone) }}`. */
export function expressionOfAll(
	expression: string,
	value: unknown,
	names: string[],
): string | undefined {
	if (!Array.isArray(value) || !value.every(isObject)) return undefined;
	const steps = stepsInto(value[0], () => names);
	return steps && `{{ ${ofEach(codeOf(expression), steps)} }}`;
}

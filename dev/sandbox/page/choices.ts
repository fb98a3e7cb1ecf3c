import type { ContentType } from '../message';
import { element } from './element';
import { fields } from './fields';

/** Where services usually put what a recipient can choose from. */
const places: Partial<Record<ContentType, string[]>> = {
	poll: ['options', 'choices', 'values', 'answers'],
	buttons: ['buttons'],
	list: ['rows', 'items', 'options'],
};

const labels = ['text', 'title', 'label', 'name'];

/** The choices of a poll, buttons or list, and the field they are from, where they are as usual. */
export function choicesIn(type: ContentType, given: Record<string, unknown>): { field: string; list: HTMLElement } | undefined {
	const field = places[type]?.find((name) => Array.isArray(given[name]) && given[name].length > 0);
	if (field === undefined) return undefined;
	const items = (given[field] as unknown[]).map((choice) => element('li', { dir: 'auto' }, ...choiceShown(choice)));
	return { field, list: element('ul', { class: 'choices' }, ...items) };
}

function choiceShown(choice: unknown): (Node | string)[] {
	if (typeof choice === 'string') return [choice];
	if (typeof choice !== 'object' || choice === null) return [JSON.stringify(choice)];
	const rest: Record<string, unknown> = { ...choice };
	const label = labels.find((name) => typeof rest[name] === 'string');
	if (label === undefined) return [fields(rest)];
	const words = String(rest[label]);
	delete rest[label];
	return Object.keys(rest).length === 0 ? [words] : [words, fields(rest)];
}

import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether a value is a file as n8n passes it on, with or without its content. */
export function isFile(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'mimeType' in value;
}

/** The files in a value of the json, by path: one, or several of a field that has several. */
function filesAt(path: string, value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap((entry, at) => filesAt(`${path}[${at}]`, entry));
	return isFile(value) ? [path] : [];
}

/**
 * What users can enter to name the files of an item: the names of its binary fields, or paths in its json if the
 * workflow keeps files there ("combined").
 */
export function filesThere(context: IExecuteFunctions, itemIndex: number): string[] {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	if (context.getWorkflowSettings().binaryMode !== 'combined') return Object.keys(binary);
	const gathered = Object.entries(json._files ?? {}).map(([name, value]): [string, unknown] => [
		`_files.${name}`,
		value,
	]);
	return [...Object.entries(json), ...gathered].flatMap(([path, value]) => filesAt(path, value));
}

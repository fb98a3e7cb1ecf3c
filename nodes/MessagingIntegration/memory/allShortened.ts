import type { Json } from '../api/answer';

/** Bytes of JSON. */
const largestAnswer = 2048;
const longestValue = 200;
const mostFields = 8;

/** An answer as it is saved. A large one keeps only the fields that later nodes need most, and says so. */
function shortened(json: Json): Json {
	if (Buffer.byteLength(JSON.stringify(json)) <= largestAnswer) return json;
	const essential = Object.entries(json).filter(
		([name, value]) =>
			/^id$|Id$|_id$|^storageRef$|^status$/.test(name) &&
			(typeof value === 'number' || (typeof value === 'string' && value.length <= longestValue)),
	);
	return { ...Object.fromEntries(essential.slice(0, mostFields)), shortened: true };
}

/** The answers of an item as they are saved: the same list, unless one of them is large. */
export function allShortened(answers: Json[]): Json[] {
	const short = answers.map(shortened);
	return short.every((json, place) => json === answers[place]) ? answers : short;
}

/** The values that lack one thing of a value: an entry of a list, an object in an object, or something that is true. */
function* smallerOnes(value: unknown): Generator<unknown> {
	if (value === true) yield false;
	if (Array.isArray(value)) {
		for (const at of value.keys()) yield value.filter((_, place) => place !== at);
		for (const [at, one] of value.entries())
			for (const less of smallerOnes(one))
				yield value.map((two, place) => (place === at ? less : two));
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, one] of Object.entries(value)) {
			if (typeof one === 'object' && !Array.isArray(one)) yield { ...value, [name]: undefined };
			for (const less of smallerOnes(one)) yield { ...value, [name]: less };
		}
	}
}

/** The smallest value for which something still holds. */
export async function smallest<Value>(
	value: Value,
	holds: (value: Value) => Promise<boolean>,
): Promise<Value> {
	for (const smaller of smallerOnes(value) as Generator<Value>)
		if (await holds(smaller)) return await smallest(smaller, holds);
	return value;
}

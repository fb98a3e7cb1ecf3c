import getPort from 'get-port';
import { Problem } from './Problem';

const host = '127.0.0.1';

/** A free port on 127.0.0.1. It is not reserved until the caller opens it. */
export const freePort = () => getPort({ host });

/**
 * The port that the user chose, or any free one.
 * @throws Problem that names a busy port, who wanted it, and how to choose another one
 */
export async function choosePort(
	wanted: number | undefined,
	who: string,
	option: string,
): Promise<number> {
	const port = await getPort({ host, port: wanted });
	if (wanted === undefined || port === wanted) return port;
	throw new Problem(
		`Port ${wanted} for ${who} cannot be opened. End the program that uses it, or choose another port: npm start -- ${option} ${wanted + 10}`,
	);
}

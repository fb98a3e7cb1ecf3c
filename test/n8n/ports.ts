import { randomInt } from 'node:crypto';
import getPort from 'get-port';
import { Problem } from './Problem';

const host = '127.0.0.1';

/**
 * A free port on 127.0.0.1. It is not reserved until the caller opens it, which n8n does many seconds later, so it is
 * below the ports that systems give to outgoing connections, and random, because other tests look for one as well.
 * @param taken ports that another program is about to open
 */
export const freePort = (...taken: number[]) => {
	const port = Array.from({ length: 20 }, () => randomInt(20_000, 32_768));
	return getPort({ host, port, exclude: taken });
};

/**
 * The port that the user chose, or any free one.
 * @throws Problem that names a busy port, who wanted it, and how to choose another one
 */
export async function choosePort(
	wanted: number | undefined,
	who: string,
	option: string,
): Promise<number> {
	if (wanted === undefined) return await freePort();
	if ((await getPort({ host, port: wanted })) === wanted) return wanted;
	throw new Problem(
		`Port ${wanted} for ${who} cannot be opened. End the program that uses it, or choose another port: npm start -- ${option} ${wanted + 10}`,
	);
}

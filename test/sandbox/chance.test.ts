import { draw } from '../../dev/sandbox/faults';
import { runningSandbox, text } from './runningSandbox';

const { call, control } = runningSandbox();

async function statuses(count: number): Promise<number[]> {
	const found: number[] = [];
	for (let index = 0; index < count; index++) {
		found.push((await call('POST', '/instances/demo/messages', { json: text })).status);
	}
	return found;
}

async function statusesWith(seed: number, chance: number): Promise<number[]> {
	await control().straighten();
	await control().bend({ status: 500, chance, seed, count: 1000 });
	return await statuses(40);
}

it('the seed decides to which requests it applies', async () => {
	const first = await statusesWith(1, 0.5);
	expect(await statusesWith(1, 0.5)).toEqual(first);
	expect(await statusesWith(2, 0.5)).not.toEqual(first);
});

it('a chance of 0 applies to no request, a chance of 1 to every request', async () => {
	expect(new Set(await statusesWith(1, 0))).toEqual(new Set([202]));
	expect(new Set(await statusesWith(1, 1))).toEqual(new Set([500]));
});

it('the count begins after the skipped requests and includes only those that it applies to', async () => {
	await control().bend({ status: 500, chance: 0.5, seed: 1, skip: 5, count: 3 });
	const found = await statuses(40);
	expect(found.slice(0, 5)).toEqual([202, 202, 202, 202, 202]);
	expect(found.filter((status) => status === 500)).toHaveLength(3);
});

it('draws are evenly distributed', () => {
	const draws = Array.from({ length: 10_000 }, (_, turn) => draw(7, turn));
	for (const chance of [0.01, 0.1, 0.5]) {
		const share = draws.filter((drawn) => drawn < chance).length / draws.length;
		expect(share).toBeGreaterThan(chance * 0.7);
		expect(share).toBeLessThan(chance * 1.3);
	}
});

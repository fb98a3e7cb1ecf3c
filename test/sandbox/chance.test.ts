import { draw } from '../../dev/sandbox/draw';
import { runningSandbox, text } from './runningSandbox';

const { call, control } = runningSandbox();

async function statuses(count: number): Promise<number[]> {
	const found: number[] = [];
	for (let index = 0; index < count; index++) {
		found.push((await call('POST', '/instances/demo/messages', { json: text })).status);
	}
	return found;
}

async function bentBy(seed: number, chance: number): Promise<number[]> {
	await control().straighten();
	await control().bend({ status: 500, chance, seed, count: 1000 });
	return await statuses(40);
}

it('a fault by chance bends some requests and not others', async () => {
	expect(new Set(await bentBy(1, 0.5))).toEqual(new Set([202, 500]));
});

it('bends the same ones for the same seed, others for another', async () => {
	const first = await bentBy(1, 0.5);
	expect(await bentBy(1, 0.5)).toEqual(first);
	expect(await bentBy(2, 0.5)).not.toEqual(first);
});

it('bends none by a chance of 0 and all by a chance of 1', async () => {
	expect(new Set(await bentBy(1, 0))).toEqual(new Set([202]));
	expect(new Set(await bentBy(1, 1))).toEqual(new Set([500]));
});

it('counts only those it bends, and starts after those it skips', async () => {
	await control().bend({ status: 500, chance: 0.5, seed: 1, skip: 5, count: 3 });
	const found = await statuses(40);
	expect(found.slice(0, 5)).toEqual([202, 202, 202, 202, 202]);
	expect(found.filter((status) => status === 500)).toHaveLength(3);
});

it('lets the next fault try where one did not meet the request', async () => {
	await control().bend({ status: 500, chance: 0, count: 1000 });
	await control().bend({ status: 503, chance: 1, count: 1000 });
	expect(await statuses(2)).toEqual([503, 503]);
});

it('draws evenly', () => {
	const draws = Array.from({ length: 10_000 }, (_, turn) => draw(7, turn));
	for (const chance of [0.01, 0.1, 0.5]) {
		const share = draws.filter((drawn) => drawn < chance).length / draws.length;
		expect(share).toBeGreaterThan(chance * 0.7);
		expect(share).toBeLessThan(chance * 1.3);
	}
});

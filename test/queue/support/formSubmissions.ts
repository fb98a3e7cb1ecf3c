import { createHash, randomBytes } from 'node:crypto';

import { credentialType, publishExample } from '../../n8n/examples';
import { submitForm, type Submission } from '../../n8n/form';
import { until } from '../../support/until';
import type { Cluster } from './cluster';

const KiB = 1024;
const MiB = 1024 * KiB;

/** File sizes in bytes: most are small, like pictures. */
const sizes = [
	...Array.from({ length: 150 }, (_, at) => KiB + at * 400),
	...Array.from({ length: 40 }, (_, at) => 256 * KiB + at * 20 * KiB),
	...Array.from({ length: 7 }, (_, at) => 2 * MiB + at * 1_000_003),
	...Array.from({ length: 3 }, () => 20 * MiB),
];

const underWay = 12;

/** Large and small files mixed, each from a different sender. */
function submissions(): Submission[] {
	const order = sizes
		.map((size, at) => ({ size, at }))
		.sort((a, b) => ((a.at * 37) % 200) - ((b.at * 37) % 200));
	return order.map(({ size, at }) => ({
		name: `Sender ${at}`,
		phone: String(4915100000000 + at),
		picture: { fileName: `picture-${at}.png`, png: randomBytes(size) },
	}));
}

async function submitAll(url: string, all: Submission[]): Promise<unknown[]> {
	const refusals: unknown[] = [];
	const left = all.values();
	const submitOneByOne = async () => {
		for (const one of left) refusals.push(await submitForm(url, one));
	};
	await Promise.all(Array.from({ length: underWay }, submitOneByOne));
	return refusals;
}

export function formSubmissions(running: () => Cluster): void {
	it('200 forms with files of 1 KiB to 20 MiB each arrive complete and once, through both workers', async () => {
		const { api, credential, sandbox, workers, counted } = running();
		const { formUrl } = await publishExample(api, 'form-to-message-one-node.json', {
			[credentialType]: credential,
		});
		const before = workers.started().map(({ length }) => length);
		const all = submissions();
		const began = Date.now();
		expect(await submitAll(formUrl, all)).toEqual(
			all.map(() => ({ title: 'Sent', message: expect.any(String) })),
		);
		const seconds = ((Date.now() - began) / 1000).toFixed(1);

		const uploads = (await sandbox.requests()).flatMap(({ file }) => file ?? []);
		const sha256 = new Map(uploads.map(({ storageRef, sha256 }) => [storageRef, sha256]));
		const messages = await sandbox.messages();
		const arrived = messages.map(({ to, content }) => [to, sha256.get(content.media?.storageRef)]);
		const sent = all.map(({ phone, picture }) => [
			phone,
			createHash('sha256').update(picture.png).digest('hex'),
		]);
		expect(uploads).toHaveLength(all.length);
		expect(arrived.sort()).toEqual(sent.sort());

		// A form is a run up to its ending, and another when the visitor has seen that.
		const shares = await until('The last run of each form', () => {
			const each = workers.started().map(({ length }, worker) => length - (before[worker] ?? 0));
			return each.reduce((sum, share) => sum + share) >= 2 * all.length && each;
		});
		expect(shares.reduce((sum, share) => sum + share)).toBe(2 * all.length);
		expect(Math.min(...shares)).toBeGreaterThan(0);
		counted.push(`${all.length} forms in ${seconds} s, by worker ${shares.join(' and ')}`);
	});
}

import { shortRowOf } from '../../dev/bench/rows';

const run = (time: number) => ({ time }) as never;
const series = [
	{ subject: 'ours', count: 2000, runs: [run(400), run(420), run(410)] },
	{ subject: 'HTTP Request', count: 2000, runs: [run(4450)] },
];
const figures = { name: 'texts', title: '2,000 texts', counts: [2000], subjects: {} };

it('docs/performance.md has plain times, and says which goals were missed', () => {
	const goals = [
		{ what: 'times faster', value: () => 10.89, least: 5 },
		{ what: 'longest block', value: () => 60, unit: 'ms', most: 50 } as const,
	];
	expect(shortRowOf({ ...figures, goals }, series)).toEqual([
		'2,000 texts',
		'ours: 410 ms; HTTP Request: 4.5 s',
		'1 of 2 met; missed: longest block: 60 ms, goal at most 50 ms',
	]);
});

import { barChart } from '../../dev/bench/barChart';

const chart = barChart('Seconds', [
	['This node', 0.25],
	['HTTP Request', 2.5],
]);

it('the bars are as long as their values, and each shows its own', () => {
	const [ours, theirs] = [...chart.matchAll(/<rect[^>]* width="(\d+)"/g)].map(([, width]) =>
		Number(width),
	);
	expect(theirs).toBe(10 * (ours ?? NaN));
	expect(chart).toContain('>0.25<');
	expect(chart).toContain('>2.5<');
});

it('the chart can be shown on light and dark pages, and loads nothing', () => {
	expect(chart).toContain('prefers-color-scheme: dark');
	expect(chart).not.toMatch(/<script|<image|<a |href|@import|url\(|font-face/);
	expect(chart.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
});

const [width, row, left, longest] = [720, 34, 300, 360];

/** Without scripts and other files, so that it can be shown anywhere. */
const style = `
	text { font: 14px system-ui, sans-serif; fill: #1f2328; }
	rect { fill: #8c959f; }
	.first { fill: #0969da; }
	@media (prefers-color-scheme: dark) {
		text { fill: #f0f6fc; }
		rect { fill: #656c76; }
		.first { fill: #4493f8; }
	}`;

/**
 * An SVG of horizontal bars, for light and dark pages. The first bar is emphasised.
 * @param bars labels and values; all plain text
 */
export function barChart(title: string, bars: Array<[label: string, value: number]>): string {
	const height = row * (bars.length + 1) + 10;
	const largest = Math.max(...bars.map(([, value]) => value));
	const rows = bars.map(([label, value], place) => {
		const [y, length] = [row * (place + 1), Math.max(2, Math.round((value / largest) * longest))];
		return `<text x="${left - 12}" y="${y + 20}" text-anchor="end">${label}</text>
<rect${place === 0 ? ' class="first"' : ''} x="${left}" y="${y + 3}" width="${length}" height="24" rx="3"/>
<text x="${left + length + 8}" y="${y + 20}">${value.toFixed(value < 1 ? 2 : 1)}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<style>${style}
</style>
<text x="12" y="22" font-weight="600">${title}</text>
${rows.join('\n')}
</svg>
`;
}

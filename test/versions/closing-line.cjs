/** Ends the output of jest with what ran: each n8n and Node with the number of its tests. */
module.exports = class ClosingLine {
	onRunComplete(_, { testResults }) {
		const counts = {};
		for (const { ancestorTitles: [subject], status } of testResults.flatMap((file) => file.testResults)) {
			counts[subject] ??= {};
			counts[subject][status] = (counts[subject][status] ?? 0) + 1;
		}
		const said = Object.entries(counts).map(([subject, count]) => {
			return `${subject}: ${Object.entries(count).map(([status, number]) => `${number} ${status}`).join(', ')}`;
		});
		// Later than jest's own summary.
		process.once('exit', () => console.log(`Versions run: ${said.join('; ') || 'none'}.`));
	}
};

// A workflow sends the same message with its Send Once Key every five minutes, and the service refuses it each time.
import { answers, executions, said, textOf } from './support/executions';
import { accepted, oneMessage, refused, unanswered } from './support/world';

const once = { key: 'k', content: 'c' };
const attempts = 200;

/** Sends again and again. @returns the most statements that one of these executions needed */
async function refusedAgainAndAgain(
	run: ReturnType<typeof executions>,
	message: () => Parameters<typeof run>[0],
): Promise<number> {
	let most = 0;
	for (let at = 1; at <= attempts; at++) {
		const before = run.store.statements;
		const { all } = await run(message(), {}, { execution: `refused ${at}` });
		expect(all.map(said)).toContain('notSent refused');
		most = Math.max(most, run.store.statements - before);
	}
	return most;
}

it('a message that was refused hundreds of times is looked up with few statements, and sent once', async () => {
	const run = executions();
	const send = (verdict = accepted) => [oneMessage(0, answers(verdict), { once })];
	// A dry run looks, too: `executions` makes one before each execution.
	expect(await refusedAgainAndAgain(run, () => send(refused))).toBeLessThan(200);
	expect((await run(send(), {}, { execution: 'accepted' })).results.map(said)).toEqual(['sent']);
	const request = answers(accepted);
	await run([oneMessage(0, request, { once })], {}, { execution: 'later' });
	expect(request.count).toBe(0);
});

it('the rest of a text that was refused hundreds of times follows what was sent of it, once', async () => {
	const run = executions();
	const text = (...verdicts: Parameters<typeof textOf>[1]) => [textOf('a', verdicts, { once })];
	const first = await run(text(accepted, refused, refused), {}, { execution: 'first' });
	expect(first.all.map(said)).toEqual(['sent', 'notSent refused', 'notBegun']);
	expect(await refusedAgainAndAgain(run, () => text(refused, refused, refused))).toBeLessThan(350);
	// Its first message is not sent again: the service would refuse it.
	const { all } = await run(text(refused, accepted, accepted), {}, { execution: 'accepted' });
	expect(all.slice(1).map(said)).toEqual(['sent', 'sent']);
});

it('a doubt behind hundreds of refusals stays one', async () => {
	const run = executions();
	const send = (verdict = accepted) => [oneMessage(0, answers(verdict), { once })];
	await refusedAgainAndAgain(run, () => send(refused));
	await run(send(unanswered), {}, { execution: 'in doubt' });
	const { results } = await run(send(), {}, { execution: 'later' });
	expect(results.map(said)).toEqual(['unknown keyInDoubt']);
});

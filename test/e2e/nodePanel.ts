import type { Locator, Page } from 'playwright-core';

/** What the editor shows of a node that is open: its input, its parameters, its output. */
export class NodePanel {
	readonly input: Locator;
	readonly settings: Locator;
	readonly output: Locator;

	constructor(readonly page: Page) {
		this.input = page.getByTestId('ndv-input-panel');
		this.settings = page.locator('.node-settings');
		this.output = page.getByTestId('output-panel');
	}

	/** @param name as a saved workflow has it, such as `instanceId` */
	parameter(name: string): Locator {
		return this.settings.getByTestId(`parameter-input-${name}`);
	}

	/** What stands in a text parameter, or in the expression that took its place. */
	field(name: string): Locator {
		return this.parameter(name).locator('input:not([readonly]), textarea, .cm-content').first();
	}

	/** The button below all parameters. */
	get addOption(): Locator {
		return this.settings.getByTestId('collection-parameter-add').last();
	}

	/** The labels of all parameters on show, from top to bottom. */
	async labels(): Promise<string[]> {
		const labels = await this.settings
			.getByTestId('node-parameters')
			.locator('label:visible')
			.allInnerTexts();
		return labels.map((label) => label.split('\n', 1)[0] ?? '');
	}

	/** Writes into a text parameter, and waits until the editor saves that: a run before then goes without it. */
	async enter(name: string, words: string): Promise<void> {
		const saved = this.page.waitForRequest(
			(request) => request.postData()?.includes(words) === true,
		);
		await this.field(name).fill(words);
		await saved;
	}

	/** Picks an entry of a parameter's list, which is the only one that the search finds. */
	async chooseFromList(name: string, search: string, entry: string): Promise<void> {
		await this.parameter(name).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-search').fill(search);
		// Before the search is through, the list is longer, and then it is empty for a moment.
		await this.page
			.getByTestId('rlc-item')
			.and(this.page.locator(':only-of-type'))
			.getByText(entry, { exact: true })
			.click();
	}

	/** A field of the input, by the expression that it gives when it is dragged. */
	inputField(expression: string): Locator {
		return this.input.locator(`[data-value="${expression}"]`);
	}

	/** Drags a field of the input into a parameter. */
	async drag(expression: string, parameter: string): Promise<void> {
		await this.inputField(expression).hover();
		await this.page.mouse.down();
		// n8n takes a move for a drag only when it comes in several steps.
		const target = await this.parameter(parameter).boundingBox();
		if (!target) throw new Error(`The parameter ${parameter} is not on show.`);
		await this.page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, {
			steps: 8,
		});
		await this.page.mouse.up();
	}

	private async execute(): Promise<void> {
		await this.settings.getByTestId('node-execute-button').click();
	}

	/** Runs the node and waits until that has failed under a title. @returns what the editor says below it */
	async failure(title: string): Promise<string> {
		await this.execute();
		await this.output.getByTestId('node-error-message').getByText(title, { exact: true }).waitFor();
		return await this.output.getByTestId('node-error-description').innerText();
	}

	/** Runs the node and waits until a value is in the table that comes out. */
	async success(value: string): Promise<void> {
		await this.execute();
		await this.output.getByRole('cell', { name: value, exact: true }).waitFor();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.settings.waitFor({ state: 'hidden' });
	}
}

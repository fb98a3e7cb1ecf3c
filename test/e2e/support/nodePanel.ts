import type { Locator, Page } from 'playwright-core';

/** An open node in the editor: its input, parameters and output. */
export class NodePanel {
	readonly input: Locator;
	readonly settings: Locator;
	readonly output: Locator;

	constructor(readonly page: Page) {
		this.input = page.getByTestId('ndv-input-panel');
		this.settings = page.locator('.node-settings');
		this.output = page.getByTestId('output-panel');
	}

	/** @param name as in a saved workflow, such as `instanceId` */
	parameter(name: string): Locator {
		return this.settings.getByTestId(`parameter-input-${name}`);
	}

	/** The field of a text parameter or of its expression. */
	field(name: string): Locator {
		return this.parameter(name).locator('input:not([readonly]), textarea, .cm-content').first();
	}

	/** The button below all parameters. */
	get addOption(): Locator {
		return this.settings.getByTestId('collection-parameter-add').last();
	}

	/** The labels of all visible parameters, from top to bottom. */
	async labels(): Promise<string[]> {
		const labels = await this.settings
			.getByTestId('node-parameters')
			.locator('label:visible')
			.allInnerTexts();
		return labels.map((label) => label.split('\n', 1)[0] ?? '');
	}

	/** Fills in a text parameter and waits until the editor saves it; an earlier run would not use it. */
	async enter(name: string, words: string): Promise<void> {
		const saved = this.page.waitForRequest(
			(request) => request.postData()?.includes(words) === true,
		);
		await this.field(name).fill(words);
		await saved;
	}

	/** Chooses an entry of a parameter's list. The search must find only this entry. */
	async chooseFromList(name: string, search: string, entry: string): Promise<void> {
		await this.parameter(name).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-search').fill(search);
		// Until the search ends, the list is longer, and then empty for a moment.
		await this.page
			.getByTestId('rlc-item')
			.and(this.page.locator(':only-of-type'))
			.getByText(entry, { exact: true })
			.click();
	}

	/** A field of the input, by the expression that dragging it inserts. */
	inputField(expression: string): Locator {
		return this.input.locator(`[data-value="${expression}"]`);
	}

	/** Drags a field of the input into a parameter. */
	async drag(expression: string, parameter: string): Promise<void> {
		await this.inputField(expression).hover();
		await this.page.mouse.down();
		// n8n recognises a drag only if the mouse moves in several steps.
		const target = await this.parameter(parameter).boundingBox();
		if (!target) throw new Error(`The parameter ${parameter} is not on show.`);
		await this.page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, {
			steps: 8,
		});
		await this.page.mouse.up();
	}

	async execute(): Promise<void> {
		await this.settings.getByTestId('node-execute-button').click();
	}

	/**
	 * Runs the node and waits for an error with this title.
	 * @param item n8n's editor adds "[item 1]" only if it has the input of the execution at that moment
	 * @returns the description below the title
	 */
	async failure(title: string, item?: number): Promise<string> {
		await this.execute();
		const shown = this.output.getByTestId('node-error-message');
		const exactly = (text: string) => shown.getByText(text, { exact: true });
		await exactly(title)
			.or(exactly(`${title} [item ${item}]`))
			.waitFor();
		return await this.output.getByTestId('node-error-description').innerText();
	}

	/** Runs the node and waits for a value in the output table. */
	async success(value: string): Promise<void> {
		await this.execute();
		await this.output.getByRole('cell', { name: value, exact: true }).first().waitFor();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.settings.waitFor({ state: 'hidden' });
	}
}

import type { INodeParameters } from 'n8n-workflow';
import type { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';

type Parts = Pick<ReturnType<typeof engineOnSandbox>, 'failureOf' | 'requests'>;

/** A function that expects an input error which names the parameter, and that nothing was sent. It returns the description. */
export function refusal({ failureOf, requests }: Parts) {
	return async (parameters: INodeParameters, problem: RegExp, parameter: string) => {
		const { error, details } = await failureOf({ items: [{ json: {} }], parameters });
		expect(error).toMatch(problem);
		expect(details).toStrictEqual({ description: textWith(`"${parameter}"`), delivery: 'notSent' });
		expect(await requests()).toEqual([]);
		return details.description ?? '';
	};
}

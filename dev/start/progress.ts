import { showProgress } from '../progress.cjs';

/** Does a step and says so. @param title in the form "Starting n8n" */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const end = showProgress(title);
	try {
		const result = await work();
		end('done');
		return result;
	} catch (error) {
		end('failed');
		throw error;
	}
}

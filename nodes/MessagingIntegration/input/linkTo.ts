import { repository } from '../../../package.json';

/**
 * A link to a page of the folder docs/, for the description of a parameter. The address in package.json's `repository` is
 * the only one to change.
 */
export function linkTo(page: string, words: string): string {
	const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	return `<a href="${address}/blob/main/docs/${page}" target="_blank">${words}</a>`;
}

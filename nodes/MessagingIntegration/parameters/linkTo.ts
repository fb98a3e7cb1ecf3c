import { repository } from '../../../package.json';

/**
 * A link to a page in docs/, for the description of a parameter. The address comes from `repository` in package.json,
 * so it has to be changed only there.
 */
export function linkTo(page: string, words: string): string {
	const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	return `<a href="${address}/blob/main/docs/${page}" target="_blank">${words}</a>`;
}

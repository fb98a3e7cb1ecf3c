import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { root } from './packed';

const otherPeoples = ['node_modules', join('dev', 'n8n') + sep];

const sources = ['nodes', 'credentials', 'dev', 'test']
	.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
	.filter((entry) => entry.isFile() && /\.(ts|js|mjs|cjs)$/.test(entry.name))
	.map((entry) => relative(root, join(entry.parentPath, entry.name)))
	.filter((path) => !otherPeoples.some((part) => path.includes(part)))
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const pathsWhere = (breaks: (text: string) => boolean) => sources.filter(({ text }) => breaks(text)).map(({ path }) => path);

it('looks at the whole source', () => {
	const paths = sources.map(({ path }) => path);
	expect(paths).toEqual(
		expect.arrayContaining([
			join('nodes', 'MessagingIntegration', 'MessagingIntegration.node.ts'),
			join('credentials', 'MessagingIntegrationApi.credentials.ts'),
			join('dev', 'build.mjs'),
			relative(root, __filename),
		]),
	);
});

it('lets no line out of the linter', () => {
	const exemption = ['eslint', 'disable'].join('-');
	expect(pathsWhere((text) => text.includes(exemption))).toEqual([]);
});

it('lets no line out of the type checker', () => {
	const exemption = new RegExp(`@ts-${'(ignore|nocheck|expect-error)'}`);
	expect(pathsWhere((text) => exemption.test(text))).toEqual([]);
});

it('has files that a person can read in one go', () => {
	expect(pathsWhere((text) => text.trimEnd().split('\n').length > 300)).toEqual([]);
});

it('holds nothing above zod and a JSON parser in its pure part', () => {
	const api = sources.filter(({ path }) => path.includes(join('MessagingIntegration', 'api') + sep));
	const imported = api.flatMap(({ text }) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name));
	expect([...new Set(imported)].sort()).toEqual(['secure-json-parse', 'zod/v4']);
});

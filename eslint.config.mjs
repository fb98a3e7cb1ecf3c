import js from '@eslint/js';
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** What n8n checks in every community node. */
const community = communityNodes.configs.recommendedWithoutN8nCloudSupport;

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{ ignores: ['**/node_modules/', '.local/', 'dist/**/*.d.ts'] },
	{
		ignores: ['dist/**'],
		// No line is let out of the linter.
		linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
	},
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: 'tsconfig.json' },
		},
		rules: {
			// An async function without await keeps the promise that an interface asks for.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			// Only what takes long to load is loaded where it is used.
			'@typescript-eslint/no-require-imports': [
				'error',
				{
					allow: ['^libphonenumber-js/metadata\\.max\\.json$', '^mime$', '^(markdown|linkify)-it$'],
				},
			],
			// No line is let out of the type checker, not even with a reason.
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
		},
	},
	{
		// What an answer holds is for a test to say, and expect() to find out.
		files: ['test/**/*.ts'],
		rules: Object.fromEntries(
			['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [
				`@typescript-eslint/no-unsafe-${use}`,
				'off',
			]),
		),
	},
	{
		files: ['**/*.{js,mjs,cjs}'],
		ignores: ['dist/**'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{ files: ['dev/sandbox/page/*.js'], languageOptions: { globals: globals.browser } },
	{ files: published, extends: [community] },
	// What is packed passes the same preset as what it is made of.
	{
		files: ['dist/**/*.js'],
		extends: [community],
		languageOptions: { sourceType: 'commonjs' },
		// Comments of bundled libraries speak to their own linters.
		plugins: { '@typescript-eslint': tseslint.plugin },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: {
			...nodesBase.configs.credentials.rules,
			// It wants the camel-cased name of a page in n8n's own documentation, which only n8n's own nodes have.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: {
			...nodesBase.configs.nodes.rules,
			// They want the literal 'main', where the preset above wants NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/**/words/*.ts', 'nodes/**/delivery/*.ts', 'nodes/**/transport/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				...[
					'CallExpression[callee.name=/^(refusal|refuses|ensure|because)$/]',
					'NewExpression[callee.name=/^(Refusal|Node\\w*Error|UserError|ApplicationError)$/]',
				].flatMap((thrown) =>
					// A label such as "Base URL" is a fact.
					['Literal[value=/\\S \\S+ \\S/]', 'TemplateElement[value.raw=/ /]'].map((sentence) => ({
						selector: `${thrown} ${sentence}`,
						message: 'Sentences that people read stand in words/. Give a name and facts.',
					})),
				),
			],
		},
	},
	{
		files: ['package.json'],
		extends: [community],
		plugins: { 'n8n-nodes-base': nodesBase },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
		rules: nodesBase.configs.community.rules,
	},
);

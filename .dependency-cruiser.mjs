const node = '^nodes/MessagingIntegration/';

/** Under the node's file, from what n8n calls down to the meaning of an answer: a folder imports only those after it. */
const folders = [
	'methods',
	'run',
	'operations',
	'parameters',
	'question',
	'n8n',
	'transport',
	'service',
	'words',
	'delivery',
];

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** Which file may import which, types included. */
export default {
	forbidden: [
		forbid('no import leads back to its file', {}, { circular: true }),
		forbid('every import is found', {}, { couldNotResolve: true }),
		forbid('nothing imports the file of the node', {}, { path: `${node}[^/]+\\.node\\.ts$` }),
		...folders.map((name, at) =>
			forbid(
				`${name}/ imports only ${['itself', ...folders.slice(at + 1)].join(', ')}`,
				{ path: `${node}${name}/` },
				{ path: node, pathNot: `${node}(${folders.slice(at).join('|')})/` },
			),
		),
		forbid(
			"the node's folders are in the list",
			{},
			{ path: `${node}[^/]+/`, pathNot: `${node}(${folders.join('|')})/` },
		),
		forbid(
			'service/ is pure',
			{ path: `${node}service/` },
			{
				pathNot: `${node}(service/|words/|delivery/index)|^node_modules/(zod/v4|secure-json-parse|dot-prop)/`,
			},
		),
		forbid(
			'words/ knows only facts, and types of the core',
			{ path: `${node}words/` },
			{ pathNot: `${node}(words/|delivery/index)` },
		),
		forbid(
			'delivery/ knows no n8n and no HTTP',
			{ path: `${node}delivery/` },
			{ pathNot: `${node}delivery/|^node_modules/zod/v4|^(crypto|events)$` },
		),
		forbid(
			'the core is entered by its index alone',
			{ path: `${node}(?!delivery/)` },
			{ path: `${node}delivery/(?!index)` },
		),
		forbid(
			'the credential imports only service/',
			{ path: '^credentials/' },
			{ path: node, pathNot: `${node}service/` },
		),
		forbid(
			'what is published imports neither dev/ nor test/',
			{ path: '^(nodes|credentials)/' },
			{ path: '^(dev|test)/' },
		),
		forbid(
			'dev/ does not import what is published',
			{ path: '^dev/' },
			{ path: '^(nodes|credentials)/' },
		),
		forbid(
			// `npm start` and the benchmark drive a real n8n as the tests do.
			'dev/ imports no test but test/n8n/',
			{ path: '^dev/' },
			{ path: '^test/', pathNot: '^test/n8n/' },
		),
	],
	options: {
		exclude: { path: '^dev/(n8n|versions)/' },
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};

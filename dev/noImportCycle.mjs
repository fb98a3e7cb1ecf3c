import { dirname, join, relative } from 'node:path';

import ts from 'typescript';

const projects = ['../tsconfig.json', 'sandbox/page/tsconfig.json'].map((name) =>
	join(import.meta.dirname, name),
);

/** All files of a project, each with the files that it imports, including type imports. */
function importsIn(project) {
	const { config } = ts.readConfigFile(project, ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(project));
	const resolved = (name, from) =>
		ts.resolveModuleName(name, from, options, ts.sys).resolvedModule?.resolvedFileName;
	const importsOf = (file) =>
		ts
			.preProcessFile(ts.sys.readFile(file) ?? '')
			.importedFiles.map(({ fileName }) => resolved(fileName, file));
	return fileNames.map((file) => [file, importsOf(file)]);
}

/** The shortest chain of imports from a file back to itself. */
function cycleOf(start, imports) {
	const ways = [[start]];
	const seen = new Set();
	for (const way of ways) {
		for (const file of imports.get(way.at(-1)) ?? []) {
			if (file === start) return [...way, start];
			if (imports.has(file) && !seen.has(file)) ways.push([...way, file]);
			seen.add(file);
		}
	}
	return undefined;
}

let imports;

/** An ESLint rule: no file may import itself through others. import-x/no-cycle does not follow type imports. */
export const noImportCycle = {
	meta: { schema: [] },
	create: (context) => ({
		Program(node) {
			imports ??= new Map(projects.flatMap(importsIn));
			const cycle = cycleOf(context.physicalFilename, imports);
			if (cycle)
				context.report({
					node,
					message: `Import cycle: ${cycle.map((file) => relative(context.cwd, file)).join(' → ')}`,
				});
		},
	}),
};

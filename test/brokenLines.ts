// Breaks lines of nodes/ and credentials/, one at a time, and says which of them no test notices:
// npm run test:lines -- --lines 100 --seed 7. It works on a copy of the last commit, so the checkout stays as it is.
// A broken line is noticed if a test fails, hangs, or the build does not end.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import ts from 'typescript';

import { root } from './n8n/checkout';
import { seededRandom } from './unit/support/seededRandom';

const { values } = parseArgs({
	options: {
		lines: { type: 'string', default: '100' },
		seed: { type: 'string' },
		/** Only files whose path holds this. */
		in: { type: 'string', default: '' },
	},
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

const random = seededRandom(seed);
const oneOf = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;

/** Sentences that people read, and the page's languages: no behaviour. */
const isWords = (path: string) =>
	/question\/words\/|[/]words\w*\.ts$|[wW]ords\.ts$|\.d\.ts$/.test(path);
/** What the editor shows beside a parameter. */
const shown = /^(description|displayName|placeholder|hint|name|action|subtitle|notice|codex|icon)$/;

interface Change {
	start: number;
	end: number;
	text: string;
	line: number;
}

const swapped = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
	[ts.SyntaxKind.LessThanToken, '<='],
	[ts.SyntaxKind.LessThanEqualsToken, '<'],
	[ts.SyntaxKind.GreaterThanToken, '>='],
	[ts.SyntaxKind.GreaterThanEqualsToken, '>'],
	[ts.SyntaxKind.AmpersandAmpersandToken, '||'],
	[ts.SyntaxKind.BarBarToken, '&&'],
	[ts.SyntaxKind.PlusToken, '-'],
	[ts.SyntaxKind.MinusToken, '+'],
	[ts.SyntaxKind.AsteriskToken, '/'],
	[ts.SyntaxKind.SlashToken, '*'],
]);
const swappedNames = new Map([
	['every', 'some'],
	['some', 'every'],
	['min', 'max'],
	['max', 'min'],
	['ceil', 'floor'],
	['floor', 'ceil'],
	['startsWith', 'endsWith'],
	['endsWith', 'startsWith'],
	['find', 'findLast'],
	['findLast', 'find'],
]);

const biggerThan = (number: number) => (number < 10 ? number + 1 : number * 10);

/** All changes of a file. Each leaves text that parses. */
function changesOf(source: ts.SourceFile): Change[] {
	const changes: Change[] = [];
	const change = (node: ts.Node, text: string) => {
		const start = node.getStart(source);
		const { line } = source.getLineAndCharacterOfPosition(start);
		changes.push({ start, end: node.getEnd(), text, line: line + 1 });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node))
			return;
		if (ts.isTypeAliasDeclaration(node)) return;
		if (ts.isPropertyAssignment(node) && shown.test(node.name.getText(source))) return;
		if (ts.isBinaryExpression(node)) {
			const { operatorToken } = node;
			const other = swapped.get(operatorToken.kind);
			const joinsText = [node.left, node.right].some(
				(side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
			);
			if (other && !joinsText) change(operatorToken, other);
			if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
				change(node, `(${node.left.getText(source)})`);
		}
		if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
			change(node, node.operand.getText(source));
		const condition = ts.isIfStatement(node)
			? node.expression
			: ts.isConditionalExpression(node)
				? node.condition
				: undefined;
		if (condition) change(condition, `!(${condition.getText(source)})`);
		if (ts.isNumericLiteral(node))
			change(node, String(biggerThan(Number(node.text.replaceAll('_', '')))));
		if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false');
		if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true');
		if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) change(node, ';');
		if (ts.isPropertyAccessExpression(node)) {
			const other = swappedNames.get(node.name.text);
			if (other && ts.isCallExpression(node.parent)) change(node.name, other);
		}
		if (ts.isSpreadAssignment(node)) change(node, '...{}');
		ts.forEachChild(node, visit);
	};
	visit(source);
	return changes;
}

/** The suites that come first end in a fourth of this time, the others in half of it (ms). */
const longest = { first: 5 * 60_000, others: 15 * 60_000 };

const copy = mkdtempSync(join(tmpdir(), 'lines-'));
const git = (...given: string[]) => execFileSync('git', given, { cwd: root });

/** Runs a program of Node.js in the copy. @returns undefined if it succeeds, otherwise what it printed */
async function failureOf(given: string[], most = longest.first): Promise<string | undefined> {
	// The processes that it starts belong to its group, and end with it.
	const child = spawn(process.execPath, given, { cwd: copy, detached: true });
	const printed: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (data: Buffer) => printed.push(data));
	const end = () => {
		printed.push(Buffer.from('● a test hangs'));
		process.kill(-(child.pid as number), 'SIGKILL');
	};
	const timer = setTimeout(end, most);
	const [status] = (await once(child, 'close')) as [number | null];
	clearTimeout(timer);
	return status === 0 ? undefined : String(Buffer.concat(printed));
}

/** Which test failed, or undefined if all passed. */
async function firstFailure(
	projects: string[],
	more: string[],
	most?: number,
): Promise<string | undefined> {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const first = ['--bail', '--testSequencer', join(copy, 'test', 'quickestFirst.cjs')];
	const options = ['--selectProjects', ...projects, ...first, '--passWithNoTests', ...more];
	const printed = await failureOf([jest, ...options], most);
	return printed === undefined ? undefined : (/● .*/.exec(printed)?.[0] ?? 'jest fails');
}

/** The suites that test what was built. */
async function noticedInBuild(): Promise<string | undefined> {
	if ((await failureOf(['dev/build.mjs'])) !== undefined) return 'the build';
	const suites = ['package', 'engine', 'limits', 'sandbox', 'world'];
	return await firstFailure(suites, ['--maxWorkers', '9'], longest.others);
}

/** @param more which of the tests that need no build */
const noticed = async (more: string[] = []) =>
	(await firstFailure(
		['unit', 'delivery', 'methods', 'transport'],
		['--maxWorkers', '100%', ...more],
	)) ?? (await noticedInBuild());

/** Of the copy: the checkout may have files that are not committed. */
const committedFiles = () =>
	['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
				join(folder, path),
			),
		)
		.filter((path) => path.endsWith('.ts') && !isWords(path) && path.includes(values.in))
		.sort();

async function main(): Promise<void> {
	git('worktree', 'add', '--detach', copy);
	try {
		// A link to them would not do: the bundler names the packages by where they are.
		const modules = 'node_modules';
		cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
		// A test that fails in any case would notice every line.
		const wrong = await noticed();
		if (wrong !== undefined) throw new Error(`Without a broken line: ${wrong}`);
		const all = committedFiles().flatMap((file) => {
			const text = readFileSync(join(copy, file), 'utf8');
			const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
			return changesOf(source).map((change) => ({ file, whole: text, ...change }));
		});
		const byLine = new Map<string, typeof all>();
		for (const one of all) {
			const at = `${one.file}:${one.line}`;
			byLine.set(at, [...(byLine.get(at) ?? []), one]);
		}
		const places = [...byLine.keys()];
		console.log(`Seed ${seed}: ${values.lines} of ${places.length} lines`);
		let count = 0;
		const unnoticed: string[] = [];
		for (let number = 1; number <= Number(values.lines) && places.length > 0; number++) {
			const [place = ''] = places.splice(Math.floor(random() * places.length), 1);
			const { file, whole, start, end, text } = oneOf(byLine.get(place) as typeof all);
			const changed = whole.slice(0, start) + text + whole.slice(end);
			writeFileSync(join(copy, file), changed);
			const test = await noticed(['--findRelatedTests', file]);
			writeFileSync(join(copy, file), whole);
			const lineOf = (content: string) =>
				content
					.slice(content.lastIndexOf('\n', start) + 1)
					.split('\n', 1)[0]
					?.trim();
			const what = `${place}\n  ${lineOf(whole)}\n  ${lineOf(changed)}`;
			if (test !== undefined) count += 1;
			else unnoticed.push(what);
			console.log(`${number}: ${what}\n  ${test ?? 'NOBODY NOTICES'}`);
		}
		console.log(
			`${count} noticed, ${unnoticed.length} not:`,
			...unnoticed.map((what) => `\n${what}`),
		);
	} finally {
		git('worktree', 'remove', '--force', copy);
		rmSync(copy, { recursive: true, force: true });
	}
}

void main();

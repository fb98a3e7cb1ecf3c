// Breaks lines of nodes/ and credentials/, one at a time, and says which of them no test notices:
// npm run test:lines -- --lines 100 --seed 7. It works on a copy of the last commit, so the checkout stays as it is.
// A broken line is noticed if a test fails, hangs, or the build does not end. The tests run once beforehand and
// record which of the lines each test file runs, so a broken line meets those files. The lines that these do not notice
// meet all tests together in the end, and by halves if one of them is noticed then: a process that a test starts, and
// a test that reads the code, are not recorded.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';

import ts from 'typescript';

import { root } from './n8n/checkout';
import { seededRandom } from './unit/support/seededRandom';

const { values } = parseArgs({
	options: {
		lines: { type: 'string', default: '100' },
		seed: { type: 'string' },
		/** The first line to break: goes on with a run of the same seed and commit that was ended. */
		from: { type: 'string', default: '1' },
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
	/** Where a call records that the line runs: before this statement, or before the value of this expression. */
	recordedAt: ts.Node;
}

/** A change of one picked line. */
interface BrokenLine extends Change {
	number: number;
	file: string;
	/** The file before the change. */
	whole: string;
}

/** What runs right before `node` does: a statement of a block, or an expression that is not always evaluated. */
function recordedAt(node: ts.Node): ts.Node {
	const { parent } = node;
	if (parent === undefined) return node;
	if (ts.isStatement(node) && (ts.isBlock(parent) || ts.isSourceFile(parent))) return node;
	if (ts.isStatement(node) && ts.isCaseOrDefaultClause(parent)) return node;
	const isBody = ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node);
	if (isBody || (ts.isPropertyDeclaration(parent) && parent.initializer === node)) return node;
	if (ts.isConditionalExpression(parent) && parent.condition !== node) {
		if (parent.whenTrue === node || parent.whenFalse === node) return node;
	}
	return recordedAt(parent);
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
		const end = node.getEnd();
		changes.push({ start, end, text, line: line + 1, recordedAt: recordedAt(node) });
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

/** The text of a file that records each of these changes' lines by the number of the change. */
function recording(whole: string, changes: (Change & { number: number })[]): string {
	const record = JSON.stringify(join(copy, 'test', 'recordLine.cjs'));
	const inserted = changes.flatMap(({ recordedAt: node, number }) => {
		const call = `require(${record})(${number})`;
		const [start, end] = [node.getStart(), node.getEnd()];
		if (ts.isStatement(node)) return [{ at: start, text: `${call};`, order: 1 }];
		return [
			{ at: start, text: `(${call}, `, order: 2 },
			{ at: end, text: ')', order: 0 },
		];
	});
	// From the end on, so that what is inserted moves no other place.
	inserted.sort((one, other) => other.at - one.at || other.order - one.order);
	return inserted.reduce(
		(text, { at, text: more }) => text.slice(0, at) + more + text.slice(at),
		whole,
	);
}

const copy = mkdtempSync(join(tmpdir(), 'lines-'));
const recorded = join(copy, 'recorded.txt');
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const git = (...given: string[]) => execFileSync('git', given, { cwd: root });

/** Runs a program of Node.js in the copy. @returns undefined if it succeeds, otherwise what it printed */
async function failureOf(given: string[], most: number): Promise<string | undefined> {
	// The processes that it starts belong to its group, and end with it.
	const env = { ...process.env, RECORDED_LINES: recorded };
	const child = spawn(process.execPath, given, { cwd: copy, detached: true, env });
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

/** The suites that need no build come first. A broken line that hangs meets `longest` (ms). */
const groups = [
	{ suites: ['unit', 'delivery', 'methods', 'transport'], workers: '100%', longest: 3 * 60_000 },
	{
		suites: ['package', 'engine', 'limits', 'sandbox', 'world'],
		workers: '9',
		longest: 10 * 60_000,
	},
];

const allTests = () =>
	groups.flatMap(({ suites }) =>
		suites.flatMap((suite) =>
			readdirSync(join(copy, 'test', suite), { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.test.ts'))
				.map((path) => join('test', suite, path)),
		),
	);

/** Which test failed, or undefined if all passed. */
async function noticed(tests: string[]): Promise<string | undefined> {
	for (const [position, { suites, workers, longest }] of groups.entries()) {
		const files = tests.filter((path) => suites.includes(path.split(sep)[1] as string));
		if (files.length === 0) continue;
		const isBuilt = position > 0;
		if (isBuilt && (await failureOf(['dev/build.mjs'], longest)) !== undefined) return 'the build';
		const first = ['--bail', '--testSequencer', join(copy, 'test', 'quickestFirst.cjs')];
		const options = ['--selectProjects', ...suites, '--maxWorkers', workers, ...first];
		const printed = await failureOf([jest, ...options, '--runTestsByPath', ...files], longest);
		if (printed !== undefined) return /● .*/.exec(printed)?.[0] ?? 'jest fails';
	}
	return undefined;
}

/** Runs all tests once. @returns the test files that ran the line of a change, by its number */
async function testsOfLines(): Promise<Map<number, string[]>> {
	writeFileSync(recorded, '');
	const longest = 20 * 60_000;
	await failureOf(['dev/build.mjs'], longest);
	const suites = groups.flatMap((group) => group.suites);
	// What fails here, because it reads the code or meets its time, says nothing.
	await failureOf([jest, '--selectProjects', ...suites, '--maxWorkers', '9'], longest);
	const tests = new Map<number, string[]>();
	for (const row of new Set(readFileSync(recorded, 'utf8').split('\n').filter(Boolean))) {
		const [number = '', path = ''] = row.split(' ');
		tests.set(Number(number), [...(tests.get(Number(number)) ?? []), relative(copy, path)]);
	}
	return tests;
}

/** Breaks these lines. @returns which of these tests failed, or undefined if all passed */
async function noticedIn(lines: BrokenLine[], tests: string[]): Promise<string | undefined> {
	// From the end of a file on, so that one change moves no other.
	for (const { file, start, end, text } of lines.toSorted(
		(one, other) => other.start - one.start,
	)) {
		const before = readFileSync(join(copy, file), 'utf8');
		writeFileSync(join(copy, file), before.slice(0, start) + text + before.slice(end));
	}
	const test = await noticed(tests);
	for (const { file, whole } of lines) writeFileSync(join(copy, file), whole);
	return test;
}

const overlap = (one: BrokenLine, other: BrokenLine) =>
	one !== other && one.file === other.file && one.start < other.end && other.start < one.end;

/** Which of these lines none of these tests notices. */
async function unnoticedBy(tests: string[], lines: BrokenLine[]): Promise<BrokenLine[]> {
	if (lines.length === 0) return [];
	if (!lines.some((line) => lines.some((other) => overlap(line, other)))) {
		const test = await noticedIn(lines, tests);
		if (test === undefined) return lines;
		console.log(`${lines.map(({ number }) => number).join(', ')}: ${test}`);
		if (lines.length === 1) return [];
	}
	const half = Math.ceil(lines.length / 2);
	const first = await unnoticedBy(tests, lines.slice(0, half));
	return [...first, ...(await unnoticedBy(tests, lines.slice(half)))];
}

/** The number, the place, and the line before and after its change. */
function told({ number, file, line, whole, start, end, text }: BrokenLine): string {
	const lineOf = (content: string) =>
		content
			.slice(content.lastIndexOf('\n', start) + 1)
			.split('\n', 1)[0]
			?.trim();
	const changed = whole.slice(0, start) + text + whole.slice(end);
	return `${number}: ${file}:${line}\n  ${lineOf(whole)}\n  ${lineOf(changed)}`;
}

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
		const byLine = new Map<string, Omit<BrokenLine, 'number'>[]>();
		for (const file of committedFiles()) {
			const whole = readFileSync(join(copy, file), 'utf8');
			const source = ts.createSourceFile(file, whole, ts.ScriptTarget.Latest, true);
			for (const change of changesOf(source)) {
				const at = `${file}:${change.line}`;
				byLine.set(at, [...(byLine.get(at) ?? []), { file, whole, ...change }]);
			}
		}
		const places = [...byLine.keys()];
		console.log(`Seed ${seed}: ${values.lines} of ${places.length} lines`);
		const picked = Array.from(
			{ length: Math.min(Number(values.lines), places.length) },
			(_, index) => {
				const [place = ''] = places.splice(Math.floor(random() * places.length), 1);
				return { number: index + 1, ...oneOf(byLine.get(place) ?? []) };
			},
		).filter(({ number }) => number >= Number(values.from));
		for (const { file, whole } of picked) {
			const changes = picked.filter((change) => change.file === file);
			writeFileSync(join(copy, file), recording(whole, changes));
		}
		const tests = await testsOfLines();
		for (const { file, whole } of picked) writeFileSync(join(copy, file), whole);
		// A test that fails in any case would notice every line.
		const wrong = await noticed(allTests());
		if (wrong !== undefined) throw new Error(`Without a broken line: ${wrong}`);
		const unnoticed: BrokenLine[] = [];
		for (const line of picked) {
			const test = await noticedIn([line], tests.get(line.number) ?? []);
			if (test === undefined) unnoticed.push(line);
			console.log(`${told(line)}\n  ${test ?? 'ITS OWN TESTS DO NOT NOTICE IT'}`);
		}
		const byNobody = await unnoticedBy(allTests(), unnoticed);
		console.log(
			`${picked.length - byNobody.length} noticed, ${byNobody.length} not:`,
			...byNobody.map((line) => `\n${told(line)}`),
		);
	} finally {
		git('worktree', 'remove', '--force', copy);
		rmSync(copy, { recursive: true, force: true });
	}
}

void main();

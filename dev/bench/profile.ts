import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shown } from '../start/checkout';
import type { Case } from './cases';
import type { Stage } from './stage';
import { asked, warm } from './rounds';

interface Frame {
	functionName: string;
	url: string;
	lineNumber: number;
}

interface Profile {
	nodes: Array<{ id: number; callFrame: Frame; children?: number[] }>;
	samples: number[];
	timeDeltas: number[];
}

/** Which part of a run a place belongs to; the first that fits counts. */
const parts: Array<[pattern: RegExp, part: string]> = [
	[/^node:(_tls|tls|internal\/tls)/, 'TLS'],
	[/undici/, 'undici'],
	[/^node:/, 'Node itself'],
	[/zod|p-queue|p-timeout|eventemitter3|secure-json-parse/, 'libraries of ours'],
	[/^(nodes|credentials)\//, 'our node'],
	[/bench-nodes/, 'nodes of the bench'],
	[/expression|isolated-vm|tournament|workflow-data-proxy|luxon|esprima|recast/, "n8n's expressions"],
	[/n8n|@n8n/, 'the rest of n8n'],
	[/node_modules/, 'other libraries of n8n'],
];

const bundles = new Map<string, string[]>();

/** A place in a bundle by the module it came from: esbuild puts each one's path in a comment above it. */
function moduleOf({ url, lineNumber }: Frame): string {
	if (!url.startsWith('file:') && !url.startsWith('/')) return url;
	const path = url.startsWith('file:') ? fileURLToPath(url) : url;
	if (!/MessagingIntegration|bench-nodes/.test(path) || !existsSync(path)) return path;
	const lines = bundles.get(path) ?? readFileSync(path, 'utf8').split('\n');
	bundles.set(path, lines);
	for (let line = lineNumber; line >= 0; line--) {
		const name = /^\/\/ (\S+\.[cm]?[jt]s)$/.exec(lines[line] ?? '')?.[1];
		if (name) return name;
	}
	return path;
}

function partOf(module: string): string | undefined {
	return parts.find(([pattern]) => pattern.test(module))?.[1];
}

/** The largest of a sum by name, with their shares of all. */
function largest(sums: Map<string, number>, most: number): string {
	const all = [...sums.values()].reduce((sum, time) => sum + time, 0);
	return [...sums]
		.sort(([, a], [, b]) => b - a)
		.slice(0, most)
		.map(([name, time]) => `  ${(time / 1000).toFixed(0).padStart(6)} ms ${((time / all) * 100).toFixed(1).padStart(5)} %  ${name}`)
		.join('\n');
}

/** What is known of a place in the tree of calls. */
interface Place {
	label: string;
	part: string;
	/** The innermost function of our node under way; what it calls of others is on its account. */
	ours: string;
}

/** Native code has no address: it belongs to whoever called it. */
function placesOf({ nodes }: Profile): Map<number, Place> {
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
	const places = new Map<number, Place>();
	// Parents stand before their children.
	for (const { id, callFrame } of nodes) {
		const parent = places.get(parents.get(id) ?? -1);
		const module = moduleOf(callFrame);
		const name = callFrame.functionName || '(anonymous)';
		const label = `${name}  ${module.replace(/^.*node_modules\//, '')}`;
		const ofEngine = /^\((idle|program|garbage collector)\)$/.test(name);
		const part = ofEngine ? name : (partOf(module) ?? parent?.part ?? 'native code');
		places.set(id, { label, part, ours: partOf(module) === 'our node' ? label : (parent?.ours ?? '(none of ours)') });
	}
	return places;
}

/** Where the time of a profile went: by part, by function, and by the function of ours that asked for it. */
function readProfile(file: string): string {
	const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
	const places = placesOf(profile);
	const sums = { part: new Map<string, number>(), label: new Map<string, number>(), ours: new Map<string, number>() };
	for (const [at, id] of profile.samples.entries()) {
		const place = places.get(id);
		if (!place) continue;
		for (const by of ['part', 'label', 'ours'] as const) {
			sums[by].set(place[by], (sums[by].get(place[by]) ?? 0) + (profile.timeDeltas[at + 1] ?? 0));
		}
	}
	const byOurs = sums.ours.size > 1 ? `\n  by the function of ours that asked for it:\n${largest(sums.ours, 25)}` : '';
	return `${largest(sums.part, 12)}\n  by function:\n${largest(sums.label, 25)}${byOurs}`;
}

/** Runs each subject of a case once more under V8's profiler, which slows it: its times are only for comparing parts. */
export async function profileCase(stage: Stage, chosen: Case): Promise<void> {
	for (const subject of chosen.subjects) {
		if (subject === 'curl') continue;
		const track = await warm(stage, `profile-${chosen.name}`, subject, chosen);
		const profileTo = join(stage.folder, `${chosen.name}-${subject.replace(' ', '-')}.cpuprofile`);
		await track.run(asked(chosen, subject, { ...(chosen.loads[0] ?? { count: 2000 }), profileTo }));
		console.log(`\n${chosen.title}, ${subject} (${shown(profileTo)}):\n${readProfile(profileTo)}`);
	}
}

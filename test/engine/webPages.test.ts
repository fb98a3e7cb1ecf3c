import type { INodeParameters } from 'n8n-workflow';
import { indications } from '../../dev/sandbox/message';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { textLike, textWith } from './support/matchers';
import { getAll, photo, presence, text, upload } from './support/parameters';

const { control, execute, failureOf, requests } = deliveryOnSandbox();

const body =
	'\ufeff<?xml version="1.0"?>\n<!-- login -->\n<!DOCTYPE html><HTML><head><title>Sign in</title></head></HTML>';
const page: Fault = { status: 200, body, contentType: 'text/html; charset=utf-8' };
const saysPage = 'A web page answered instead of the service (200)';
const items = [{ binary: { data: photo } }];

/** Pages that say what they are only by their content, or only by their content type. */
const otherPages: Fault[] = [
	{ ...page, contentType: 'application/json' },
	{ ...page, body: '<section>We are back at noon</section>' },
	{ ...page, body: 'We are back at noon' },
	{ ...page, body: '<ok>', contentType: 'text/plain' },
	{ ...page, status: 202 },
	{ ...page, gzip: true },
	{ ...page, size: 16 * 1024 * 1024 + 1 },
	{ ...page, cut: 10 },
];

it.each<[string, INodeParameters, delivery: string]>([
	['a message', text, 'unknown'],
	...indications.map((one): [string, INodeParameters, string] => [
		`a ${one} indication`,
		presence(one),
		'unknown',
	]),
	['an upload', upload, 'unknown'],
	['the instance list', getAll, 'notSent'],
])('a web page in answer to %s is a failure', async (_, parameters, delivery) => {
	// A read is tried three times.
	await control().bend({ ...page, count: parameters === getAll ? 3 : 1 });
	const { error, details } = await failureOf({ items, parameters });
	const state = parameters === text ? 'It may have arrived. ' : '';
	expect(error).toBe(`${state}${saysPage}: "Sign in"`);
	expect(details).toMatchObject({
		description: textLike(/Check the credential's "Base URL"/),
		httpStatus: 200,
		delivery,
	});
});

it.each(otherPages)('a message is in doubt after such a page: %j', async (fault) => {
	await control().bend(fault);
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toContain('A web page answered instead of the service');
	expect(details).toMatchObject({
		delivery: 'unknown',
		description: textWith('It may have been delivered'),
	});
	expect(await requests()).toHaveLength(1);
});

it.each<[Fault, unknown]>([
	[{ body: '{ "id": "m1" }', contentType: 'text/html' }, { id: 'm1' }],
	[{ body: '', contentType: 'text/html' }, { success: true }],
	[{ body: 'a <b>', contentType: 'text/plain' }, { response: 'a <b>' }],
])('an answer that is no web page counts as sent: %j', async (fault, json) => {
	await control().bend(fault);
	expect((await execute({ parameters: text })).items).toMatchObject([{ json }]);
});

it.each<Fault>([
	{ status: 202, body: '', headers: { 'x-amzn-waf-action': 'challenge' } },
	{ status: 200, body: '', headers: { 'x-amzn-waf-action': 'captcha' } },
	{ status: 202, headers: { 'x-amzn-waf-action': 'challenge' } },
])("a firewall's challenge to a message is in doubt, not green: %j", async (fault) => {
	await control().bend(fault);
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toContain('A web page answered instead of the service (');
	expect(details).toMatchObject({ delivery: 'unknown', reason: 'webPage' });
});

import type { Case, Subject } from '../case';
import { caseOf, growth, ratio } from '../goals';
import { httpRequestNode, messagesUrl, nothing, ourNode } from '../subjects';

const MiB = 1024 * 1024;
const uploadForEach = 'HTTP Request, an upload for each';
const recipient = "={{ $('Items').item.json.to }}";

const upload: Subject = {
	nodes: (target) => [ourNode(target, { resource: 'media', operation: 'upload' })],
};

const httpUpload: Subject = {
	nodes: (target) => {
		const parameters = [
			{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
		];
		const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
		return [httpRequestNode(target, `${target.address}/api/v1/instances/demo/media`, form)];
	},
};

/** Our node uploads the file once for all messages. Every run checks that there is only one upload. */
const sendPicture: Subject = {
	nodes: (target) => [ourNode(target, { to: recipient, contentType: 'image' })],
	warmUp: 10,
	requests: (count) => count + 1,
};

/** HTTP Request needs an upload and a send for each item. */
const httpSendPicture: Subject = {
	nodes: (target) => {
		const jsonBody = `={{ { to: ${recipient.slice(3, -2)}, content: { type: 'image', media: { storageRef: $json.storageRef } } } }}`;
		return [
			...(httpUpload.nodes?.(target) ?? []),
			httpRequestNode(target, messagesUrl(target), { specifyBody: 'json', jsonBody }),
		];
	},
	warmUp: 10,
	requests: (count) => 2 * count,
};

/** Uploads: throughput and memory. */
export const files: Case[] = [
	{
		name: 'huge',
		title: 'upload of 1 GiB, TLS',
		over: 'tls',
		files: { count: 1, bytes: 1024 * MiB, readingCounts: true },
		subjects: { ours: upload, 'no upload': nothing },
		counts: [1],
		alone: true,
		goals: [
			{
				what: 'more memory than only reading it',
				value: (own) => growth(own, 'ours') - growth(own, 'no upload'),
				unit: 'MiB',
				most: 64,
			},
		],
	},
	{
		name: 'eight',
		title: '8 uploads of 128 MiB at once, TLS',
		over: 'tls',
		files: { count: 8, bytes: 128 * MiB, readingCounts: true },
		subjects: { ours: upload },
		counts: [8],
		alone: true,
		goals: [
			{
				what: 'more memory than one of 1 GiB',
				value: (own, all) => growth(own, 'ours') - growth(caseOf(all, 'huge'), 'ours'),
				unit: 'MiB',
				most: 64,
			},
		],
	},
	{
		name: 'large',
		title: 'upload of 512 MiB, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 512 * MiB, readingCounts: false },
		subjects: { ours: upload, 'HTTP Request': httpUpload },
		counts: [1],
		alone: true,
		goals: [
			{ what: 'times faster than HTTP Request', value: ratio('HTTP Request', 'ours'), least: 2 },
			{
				what: "extra memory / of HTTP Request's",
				value: (own) => growth(own, 'ours') / growth(own, 'HTTP Request'),
				most: 0.25,
			},
		],
	},
	{
		name: 'picture',
		title: 'a picture of 5 MiB to 200 recipients, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 5 * MiB, readingCounts: false },
		subjects: { ours: sendPicture, [uploadForEach]: httpSendPicture },
		counts: [200],
		goals: [
			{
				what: 'with one upload, times faster than HTTP Request with an upload for each',
				value: ratio(uploadForEach, 'ours'),
				least: 20,
			},
		],
	},
];

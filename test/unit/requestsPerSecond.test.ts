import { requestFor, type ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import { RequestsPerSecond } from '../../nodes/MessagingIntegration/requests/requestsPerSecond';

it.each([1, 2, 3])('messages with %d requests go at the rate that the user allows', (requests) => {
	const perSecond = 10;
	const limit = new RequestsPerSecond(perSecond, { now: () => 0 });
	let now = 5000;
	const messages = 30;
	for (let count = 0; count < messages; count++) {
		now += Math.max(0, limit.wait(now));
		limit.begin(now, requests);
	}
	expect(now - 5000).toBe(((messages - 1) * requests * 1000) / perSecond);
});

it('a request that is repeated delays the next message', async () => {
	const limit = new RequestsPerSecond(10, { now: () => 0 });
	const send = limit.counted(async () => ({ kind: 'break', reason: 'reset', wasWritten: false }));
	const request = requestFor('getAll') as ServiceRequest;
	limit.begin(0, 2);
	for (let sent = 0; sent < 2; sent++) await send(request);
	expect(limit.wait(0)).toBe(200);
	await send(request);
	expect(limit.wait(0)).toBe(300);
});

import type { FastifyInstance } from 'fastify';
import { faultSchema, type Fault } from './faults';
import { Refusal } from './refusal';
import type { Stores } from './service';

/** The routes with which tests inspect and control the sandbox; to be registered under /_sandbox. */
export async function controls(
	app: FastifyInstance,
	{ log, faults, messageStore }: Stores,
): Promise<void> {
	app.get('/requests', async () => log.entries);
	app.delete('/requests', async (_request, reply) => {
		log.clear();
		messageStore.clear();
		return reply.code(204).send();
	});

	app.get('/messages', async () => messageStore.messages);

	app.get('/faults', async () => faults.placed);
	app.post<{ Body: Fault }>(
		'/faults',
		{ schema: { body: faultSchema } },
		async ({ body }, reply) => {
			const { id } = faults.add(body);
			return reply.code(201).send({ id });
		},
	);
	app.delete('/faults', async (_request, reply) => {
		faults.clear();
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>('/faults/:id', async ({ params }, reply) => {
		if (!faults.remove(params.id)) throw new Refusal(404, `There is no fault ${params.id}.`);
		return reply.code(204).send();
	});
}

import type { FastifyInstance } from 'fastify';
import { faultSchema, type Fault } from './faults';
import { Refusal } from './refusal';
import type { Stores } from './service';

/** The routes with which tests inspect and control the sandbox; to be registered under /_sandbox. */
export async function controls(app: FastifyInstance, { log, messages, faults }: Stores) {
	// A route that returns nothing would leave its request without an answer.
	app.addHook('onRequest', async (request, reply) => {
		if (request.method === 'DELETE') reply.code(204);
	});
	app.get('/requests', async () => log);
	app.delete('/requests', async () => {
		log.splice(0);
		messages.splice(0);
		return null;
	});
	app.get('/messages', async () => messages);
	app.get('/faults', async () => faults.placed);
	app.post<{ Body: Fault }>('/faults', { schema: { body: faultSchema } }, async ({ body }, reply) =>
		reply.code(201).send({ id: faults.add(body).id }),
	);
	app.delete<{ Params: { id?: string } }>('/faults/:id?', async ({ params: { id } }) => {
		const others = faults.placed.filter((fault) => id && fault.id !== id);
		if (id && others.length === faults.placed.length)
			throw new Refusal(404, `There is no fault ${id}.`);
		faults.placed = others;
		return null;
	});
}

import { type RealN8n, startRealN8n } from './real-n8n';
import { nodeType } from '../../dev/start/example';

let n8n: RealN8n;

beforeAll(async () => {
	n8n = await startRealN8n();
});

afterAll(async () => {
	await n8n.stop();
});

it.each([
	['media/upload', 'storageRef'],
	['instance/getAll', 'id'],
])('the editor knows before the first run what comes out of %s', async (operation, field) => {
	const response = await fetch(`${n8n.api.url}/schemas/${nodeType}/1/${operation}.json`);
	expect(await response.json()).toMatchObject({ type: 'object', properties: { [field]: { type: 'string' } } });
});

// Other versions of n8n and Node.js: the node in each n8n, the engine tests on each Node.js.
import { engineTests } from './engineTests';
import { operationsTests } from './operationsTests';

const counted: string[] = [];

operationsTests(counted);
engineTests(counted);

afterAll(() => void process.stdout.write(`Versions: ${counted.join('; ')}.\n`));

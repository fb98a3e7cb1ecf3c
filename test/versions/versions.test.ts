import { engineTests } from './engine';
import { operationsTests } from './n8n';

const counted: string[] = [];

operationsTests(counted);
engineTests(counted);

afterAll(() => void process.stdout.write(`Versions: ${counted.join('; ')}.\n`));

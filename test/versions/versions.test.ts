import { engineTests } from './engineTests';
import { operationsTests } from './operationsTests';

const counted: string[] = [];

operationsTests(counted);
engineTests(counted);

afterAll(() => void process.stdout.write(`Versions: ${counted.join('; ')}.\n`));

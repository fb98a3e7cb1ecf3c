// n8n is killed, ended or stopped in the middle of a run, and the execution is retried.
import { endOfN8nTests } from './endOfN8nTests';
import { realN8n } from './support/realN8n';

endOfN8nTests(realN8n({}));

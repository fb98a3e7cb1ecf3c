import { realN8n } from './support/realN8n';
import { workflowTimeout } from './support/workflowTimeout';

workflowTimeout(realN8n());

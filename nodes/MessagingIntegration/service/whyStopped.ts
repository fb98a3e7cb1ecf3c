// Tests: test/unit/canceled.test.ts
import type { WhyStopped } from '../words/stops';

/** Why a signal aborted. n8n's own signal, which has another reason, aborts only if somebody stops the execution. */
export const whyStopped = ({ reason }: { reason?: unknown }): WhyStopped =>
	reason === 'processEnds' || reason === 'workflowTimeout' ? reason : 'canceled';

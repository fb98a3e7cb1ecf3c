// Tests: test/delivery/world/world.test.ts

/** All that the other folders may import of the core. It knows no n8n, no HTTP and no words. */
export type { Counts } from './Attempts';
export { ofRetries } from './claimOfRetry';
export { deliver } from './deliver';
export {
	type Attempt,
	type Certainty,
	type Delivery,
	type Failure,
	isOfThisRun,
	type Json,
	type Once,
	onePart,
	type Result,
	type Step,
	type Verdict,
} from './Delivery';
export { foresee, type Foreseen } from './foresee';
export { Journal } from './journal';
export type { Cause, Clock, Marks, Policy, Reasons, Task, World } from './World';

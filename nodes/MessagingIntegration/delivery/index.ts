/** All that the other folders may import of the core. It knows no n8n, no HTTP and no words. */
export type { Counts } from './Attempts';
export { ofRetries } from './claimOfRetry';
export { deliver } from './deliver';
export {
	type Delivery,
	type Failure,
	isOfThisRun,
	isOfWhole,
	type Json,
	type Once,
	type Request,
	type Result,
	type Step,
	type Verdict,
	type Why,
} from './Delivery';
export { foresee, type Foreseen } from './foresee';
export { Journal } from './journal';
export type { Clock, Marks, Policy, Task, World } from './World';

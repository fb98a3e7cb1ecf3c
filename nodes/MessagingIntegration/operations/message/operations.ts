export { send } from './send';

export { send } from '../send';
export { sendAndWait } from '../sendAndWait';

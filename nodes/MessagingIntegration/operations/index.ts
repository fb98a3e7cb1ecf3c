// Every operation of the node. Each file says to which resource it belongs, how the editor offers it, and what it sends.
export { getAll } from './getAll';
export { read, typing } from './indication';
export { send } from './send';
export { sendAndWait } from './sendAndWait';
export { upload } from './upload';

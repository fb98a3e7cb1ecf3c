export { read } from '../indication';
export { typing } from '../indication';

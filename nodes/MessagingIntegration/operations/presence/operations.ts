export { read } from './read';
export { typing } from './typing';

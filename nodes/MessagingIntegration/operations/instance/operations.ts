export { getAll } from '../getAll';

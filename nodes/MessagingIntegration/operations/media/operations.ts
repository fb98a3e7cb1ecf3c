export { upload } from '../upload';

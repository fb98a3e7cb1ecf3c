export { upload } from './upload';

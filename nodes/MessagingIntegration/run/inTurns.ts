export { inTurns } from '../n8n/inTurns';

export { options } from '../en/options.ts';

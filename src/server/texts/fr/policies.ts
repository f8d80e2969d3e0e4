export { policies } from '../en/policies.ts';

import { addresses } from 'virtual:delivery-call-addresses';
import { addCalls } from './addresses.ts';

// The pages about a third party's delivery import this file for what it does.
addCalls(addresses);

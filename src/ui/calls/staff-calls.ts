import { addresses } from 'virtual:staff-call-addresses';
import { addCalls } from './addresses.ts';

// The desk and the charts import this file for what it does.
addCalls(addresses);

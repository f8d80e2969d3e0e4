/** Settings of a portal that suites use from one machine more than any number of people would. */
export const generousLimits = {
  CALLS_PER_NETWORK: '1000000000',
  CODES_PER_ADDRESS: '1000000000',
  CODES_PER_MAILBOX: '1000000000',
  CODES_PER_NETWORK: '1000000000',
  CODES_IN_ALL: '1000000000',
  WRONG_CODES_PER_NETWORK: '1000000000',
  WRONG_CODES_PER_ADDRESS: '1000000000',
} as const;

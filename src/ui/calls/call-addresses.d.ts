declare module 'virtual:call-addresses' {
  import type { CallAddresses } from '#ui/calls/addresses.ts';

  /** Addresses of the calls that everybody may make; made by the build. */
  export const addresses: CallAddresses;
}

declare module 'virtual:delivery-call-addresses' {
  import type { CallAddresses } from '#ui/calls/addresses.ts';

  /** Addresses of the calls about a third party's delivery; made by the build. */
  export const addresses: CallAddresses;
}

declare module 'virtual:staff-call-addresses' {
  import type { CallAddresses } from '#ui/calls/addresses.ts';

  /** Addresses of the calls of the desk and the charts; made by the build. */
  export const addresses: CallAddresses;
}

import { addressWithin } from '#contract/address-within.ts';

/** Address to open after signing in: an address of this site, else the main list. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const address = addressWithin(origin, wanted);
  const leadsBack = address !== null && /^\/login([?#]|$)/.test(address);
  return address === null || leadsBack ? '/home/data-acquisition' : address;
}

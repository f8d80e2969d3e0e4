/** Addresses inside the portal. */
export const MAIN_LIST = '/home/data-acquisition';
export const NEW_APPLICATION = `${MAIN_LIST}/new`;
export const PUBLIC_FORM = `${MAIN_LIST}/public-sector`;

export function applicationAddress(number: string, page?: 'filed' | 'data-request' | 'supplement') {
  return `${MAIN_LIST}/applications/${number}${page ? `/${page}` : ''}`;
}

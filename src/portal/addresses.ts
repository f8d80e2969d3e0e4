/** Addresses inside the portal. */
export const MAIN_LIST = '/home/data-acquisition';
export const NEW_APPLICATION = `${MAIN_LIST}/new`;
export const PUBLIC_FORM = `${MAIN_LIST}/public-sector`;

export function applicationAddress(number: string, page?: 'filed' | 'data-request' | 'supplement') {
  return `${MAIN_LIST}/applications/${number}${page ? `/${page}` : ''}`;
}

/** Address where the answers of a data request are checked before they are sent. */
export const checkedRequestAddress = (number: string) =>
  `${applicationAddress(number, 'data-request')}/check`;

/** Address of the confirmation of what an application's revision came from. */
export const sentAddress = (number: string, revision: number) =>
  `${applicationAddress(number, 'filed')}${revision === 0 ? '' : `?revision=${revision}`}`;

/** State of the navigation there, while what it confirms may not have been fetched anew. */
export const JUST_SENT = 'just sent';

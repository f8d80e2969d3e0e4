export const MAIN_LIST = '/home/data-acquisition';
export const NEW_APPLICATION = `${MAIN_LIST}/new`;
export const PUBLIC_FORM = `${MAIN_LIST}/public-sector`;

export function applicationAddress(number: string, page?: 'filed' | 'data-request' | 'supplement') {
  return `${MAIN_LIST}/applications/${number}${page ? `/${page}` : ''}`;
}

/** Address where the answers of a data request are checked before they are sent. */
export const checkedRequestAddress = (number: string) =>
  `${applicationAddress(number, 'data-request')}/check`;

/** Address of the page that confirms the step that led to a revision. */
export const sentAddress = (number: string, revision: number) =>
  `${applicationAddress(number, 'filed')}${revision === 0 ? '' : `?revision=${revision}`}`;

/** Navigation state: the record may not yet contain the change that the page confirms. */
export const JUST_SENT = 'just sent';

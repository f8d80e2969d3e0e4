import type { ReactElement } from 'react';

/**
 * Content without bare text, for use next to siblings: browser translation replaces text nodes, and
 * React fails when it moves, changes or removes a replaced one.
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];

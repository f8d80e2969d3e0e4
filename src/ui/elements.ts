import type { ReactElement } from 'react';

/**
 * Content without bare text, for a place beside others: browser translation replaces text nodes,
 * and React fails on those that it has to move, change or remove.
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];

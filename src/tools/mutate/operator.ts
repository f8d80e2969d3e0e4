import type { Found, Node } from './syntax.ts';

/** Source text with its parts: what an operator sees of a file. */
export interface Place extends Found {
  textOf(node: Node): string;
}

/** Text that takes the place of a node. */
export interface Edit {
  node: Node;
  text: string;
}

/** The faults that an operator makes at a node. */
export type Operator = (place: Place) => Edit[];

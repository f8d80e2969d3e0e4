import type { StoredPersonalForm } from '#contract/personal-form.ts';
import type { Box } from './text-lines.ts';

export type ComparedField = 'name' | 'vin';

/** Answers of the form to be found in a proof; null if the form lacks one. */
export interface Wanted {
  name: Pick<StoredPersonalForm['user'], 'firstName' | 'middleName' | 'lastName'> | null;
  vin: string | null;
}

/** Place of a field of the form on a page. */
export interface Frame {
  field: ComparedField;
  page: number;
  box: Box;
  /** Width divided by height of the page. */
  ratio: number;
}

export interface Comparison {
  pageCount: number;
  /** False for pictures and scans. */
  hasText: boolean;
  frames: readonly Frame[];
  /** The text was not compared to its end. */
  isPartial: boolean;
  /** Why the file could not be opened. */
  problem: 'password' | 'damaged' | null;
}

export const notCompared: Comparison = {
  pageCount: 0,
  hasText: false,
  frames: [],
  isPartial: false,
  problem: null,
};

export const comparedFields: readonly ComparedField[] = ['name', 'vin'];

import type { StoredPersonalForm } from '#contract/personal-form.ts';
import type { ComparedField } from '#ui/application/file-links.tsx';
import type { Box } from './text-lines.ts';

/** Answers of the form to find in a proof. Null if the form lacks the answer. */
export interface Wanted {
  name: Pick<StoredPersonalForm['user'], 'firstName' | 'middleName' | 'lastName'> | null;
  vin: string | null;
}

export interface Frame {
  field: ComparedField;
  page: number;
  box: Box;
  /** Width / height. */
  ratio: number;
}

export interface Comparison {
  pageCount: number;
  hasText: boolean;
  frames: readonly Frame[];
  /** The text was not compared to its end. */
  isPartial: boolean;
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

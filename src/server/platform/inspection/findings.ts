import type { FileMark, UnsafeReason } from '#contract/files.ts';

export type Findings = Rejection | { rejected: null; marks: readonly FileMark[] };

/** Also for a file that exceeds the time or memory limit. */
export const UNREADABLE: Findings = { rejected: null, marks: ['unreadable'] };

export interface Rejection {
  rejected: UnsafeReason | 'notWord';
  /** Archive member with the problem. */
  inside: string | null;
}

/** Ends the inspection of content that is rejected. */
export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'notWord';
  inside: string | null = null;

  constructor(reason: UnsafeReason | 'notWord') {
    super(`unsafe: ${reason}`);
    this.reason = reason;
  }
}

/** Extensions of inspected files, also in archives. */
const extensions = {
  compound: 'doc dot xls xla xlt ppt pps pot',
  office:
    'docx docm dotm xlsx xlsm xlsb xltm xlam pptx pptm ppsm potm ppam odt ods odp ott ots otp',
  zip: 'zip',
  rar: 'rar',
  pdf: 'pdf',
  packed: '7z arj bz2 cab gz img iso jar lzh tar tgz vhd xz zst',
};
type Kind = keyof typeof extensions;

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as Kind] as const),
  ),
);

/** Returns the kind of inspection by file name, or undefined. */
export function kindOf(name: string): Kind | undefined {
  return kinds.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

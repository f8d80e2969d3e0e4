import type { FileMark, UnsafeReason } from '#contract/files.ts';

export type Findings = Rejection | { rejected: null; marks: readonly FileMark[] };

export const UNREADABLE: Findings = { rejected: null, marks: ['unreadable'] };

export interface Rejection {
  rejected: UnsafeReason | 'notWord';
  inside: string | null;
}

export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'notWord';
  inside: string | null = null;

  constructor(reason: UnsafeReason | 'notWord') {
    super(`unsafe: ${reason}`);
    this.reason = reason;
  }
}

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

export function kindOf(name: string): Kind | undefined {
  return kinds.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

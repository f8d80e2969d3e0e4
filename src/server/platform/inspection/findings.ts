import type { FileMark, UnsafeReason } from '#contract/files.ts';

export type Findings = Rejection | { rejected: null; marks: readonly FileMark[] };

export const UNREADABLE: Findings = { rejected: null, marks: ['unreadable'] };

export interface Rejection {
  rejected: UnsafeReason | 'notWord';
  inside: string | null;
}

export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'notWord';
  inside: string | null;

  constructor(reason: UnsafeReason | 'notWord', inside: string | null = null) {
    super(`unsafe: ${reason}`);
    this.reason = reason;
    this.inside = inside;
  }
}

const extensions = {
  compound: 'doc dot xls xla xlt ppt pps pot',
  office:
    'docx docm dotm xlsx xlsm xlsb xltm xlam pptx pptm ppsm potm ppam odt ods odp ott ots otp',
  zip: 'zip',
  rar: 'rar',
  pdf: 'pdf',
  page: 'htm html xhtml shtml mht mhtml svg',
  text: 'rtf xml xsl',
  packed: '7z arj bz2 cab gz img iso jar lzh tar tgz vhd xz zst',
};
type Kind = keyof typeof extensions;

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as Kind] as const),
  ),
);

/**
 * File extensions that Windows, macOS or Linux execute when the file is opened. Trailing dots and
 * spaces are ignored, as by Windows.
 */
const program = new RegExp(
  String.raw`\.(${[
    'ade adp app appimage appref-ms application appx bat cmd com command cpl deb dll dmg exe gadget hta',
    'inf ins iqy jnlp js jse lib library-ms lnk mde mjs msc msh msi msix msp mst ocx oqy pif pkg ps1',
    'ps1xml psc1 psm1 py pyc pyw reg rpm run scf scr sct search-ms settingcontent-ms sh slk sys url vb',
    'vbe vbs webloc website workflow ws wsc wsf wsh xll',
  ]
    .join(' ')
    .replaceAll(' ', '|')})[. ]*$`,
  'i',
);
/** Marks of the reading direction: they make `fdp.exe` look like `exe.pdf`. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export const isProgram = (name: string): boolean => program.test(name) || direction.test(name);

export function kindOf(name: string): Kind | undefined {
  return kinds.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

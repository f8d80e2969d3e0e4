type Kind = 'compound' | 'office' | 'zip' | 'rar' | 'pdf' | 'packed';

/** Files by their extension, inside archives too. Everything else is not looked into. */
const kinds: Partial<Record<string, Kind>> = {
  doc: 'compound',
  dot: 'compound',
  xls: 'compound',
  ppt: 'compound',
  docx: 'office',
  docm: 'office',
  dotm: 'office',
  xlsx: 'office',
  xlsm: 'office',
  pptx: 'office',
  pptm: 'office',
  zip: 'zip',
  rar: 'rar',
  pdf: 'pdf',
  '7z': 'packed',
  bz2: 'packed',
  gz: 'packed',
  tar: 'packed',
  tgz: 'packed',
  xz: 'packed',
};

/** How a file is looked into, by the extension of its name; undefined when it is not. */
export function kindOf(name: string): Kind | undefined {
  return kinds[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
}

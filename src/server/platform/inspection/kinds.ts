type Kind = 'compound' | 'office' | 'zip' | 'rar' | 'pdf' | 'packed';

/** Files by their extension, inside archives too. Everything else is not looked into. */
const kinds: Partial<Record<string, Kind>> = {
  doc: 'compound',
  dot: 'compound',
  xls: 'compound',
  xla: 'compound',
  xlt: 'compound',
  ppt: 'compound',
  pps: 'compound',
  pot: 'compound',
  docx: 'office',
  docm: 'office',
  dotm: 'office',
  xlsx: 'office',
  xlsm: 'office',
  xlsb: 'office',
  xltm: 'office',
  xlam: 'office',
  pptx: 'office',
  pptm: 'office',
  ppsm: 'office',
  potm: 'office',
  ppam: 'office',
  odt: 'office',
  ods: 'office',
  odp: 'office',
  ott: 'office',
  ots: 'office',
  otp: 'office',
  zip: 'zip',
  rar: 'rar',
  pdf: 'pdf',
  '7z': 'packed',
  arj: 'packed',
  bz2: 'packed',
  cab: 'packed',
  gz: 'packed',
  img: 'packed',
  iso: 'packed',
  jar: 'packed',
  lzh: 'packed',
  tar: 'packed',
  tgz: 'packed',
  vhd: 'packed',
  xz: 'packed',
  zst: 'packed',
};

/** How a file is looked into, by the extension of its name; undefined when it is not. */
export function kindOf(name: string): Kind | undefined {
  return kinds[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
}

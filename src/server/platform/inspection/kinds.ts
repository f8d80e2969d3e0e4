/** Extensions of files that are inspected, inside archives too. */
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

/** Returns the kind of inspection for a file name; undefined when it needs none. */
export function kindOf(name: string): Kind | undefined {
  return kinds.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

import { fileTypeFromFile } from 'file-type';
import type { fileLimits } from '#contract/limits.ts';

/** Extension of a file that is taken. */
export type Extension = (typeof fileLimits.extensions)[number];

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Media type that a file of each extension is sent as, and the type its content has to have. */
const kinds: Record<Extension, { mediaType: string; content: string }> = {
  jpeg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  jpg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  png: { mediaType: 'image/png', content: 'image/png' },
  pdf: { mediaType: 'application/pdf', content: 'application/pdf' },
  zip: { mediaType: 'application/zip', content: 'application/zip' },
  rar: { mediaType: 'application/vnd.rar', content: 'application/x-rar-compressed' },
  // A compound file, as other programs write them too: the inspection looks what is in it.
  doc: { mediaType: 'application/msword', content: 'application/x-cfb' },
  docx: { mediaType: DOCX, content: DOCX },
};

/** Tests that files of this extension are accepted. */
export function isSupported(extension: string): extension is Extension {
  return Object.hasOwn(kinds, extension);
}

/** The media type of a file whose content is what its extension says; null when it is not. */
export async function mediaTypeOf(path: string, extension: Extension): Promise<string | null> {
  const { mediaType, content } = kinds[extension];
  // What cannot be read to its end is of no type we know.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found?.mime === content ? mediaType : null;
}

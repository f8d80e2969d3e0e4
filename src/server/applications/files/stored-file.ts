import * as z from 'zod/mini';
import { type FileMark, fileMarks, type StoredFile } from '#contract/files.ts';
import type { Schema } from '#server/platform/database/schema.ts';

type Row = Pick<Schema['stored_file'], 'id' | 'name' | 'size' | 'usage' | 'marks_json' | 'scan'>;

/** A mark of an older version that there is no more says nothing. */
const marks = z.array(z.string());

/** A stored file as pages show it. */
export function storedFileOf(row: Row): StoredFile {
  return {
    fileId: row.id,
    name: row.name,
    size: row.size,
    usage: row.usage,
    marks: [...scanMarks(row.scan), ...keptMarks(row.marks_json)],
  };
}

function scanMarks(scan: Row['scan']): FileMark[] {
  return scan === 'waiting' || scan === 'malware' ? [scan] : [];
}

function keptMarks(json: string): FileMark[] {
  const kept = marks.parse(JSON.parse(json));
  return fileMarks.filter((mark) => kept.includes(mark));
}

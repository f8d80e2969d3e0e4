import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { isOpenable, isShowable } from '#ui/application/file-links.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { fetchFile } from '#ui/calls/download.ts';
import {
  type ComparedField,
  type Comparison,
  comparedFields,
  notCompared,
  type Wanted,
} from './comparison.ts';

export type Finding =
  | { kind: 'found'; fileId: string; file: string; page: number }
  | { kind: 'missing'; files: readonly string[]; isPartial: boolean }
  | { kind: 'pending' | 'noText' };

export type Findings = Partial<Record<ComparedField, Finding>>;

export interface FileViewing {
  files: readonly StoredFile[];
  file: StoredFile | undefined;
  wanted: Wanted;
  /** By file. */
  comparisons: Readonly<Record<string, Comparison>>;
  findings: Findings;
  /** Field whose frame gets the focus; a new object for each request. */
  target: { field: ComparedField } | null;
  show: (fileId: string, field?: ComparedField) => void;
  step: (by: 1 | -1) => void;
  onCompared: (fileId: string, comparison: Comparison) => void;
}

export const placesIn = (findings: Findings) =>
  Object.fromEntries(
    Object.entries(findings).flatMap(([field, finding]) =>
      finding.kind === 'found' ? [[field, finding]] : [],
    ),
  );

interface Chosen {
  of: string;
  fileId: string | undefined;
  target: FileViewing['target'];
}

export function useFileViewing(
  number: string,
  record: CallData<'deskApplication'> | undefined,
): FileViewing {
  const wanted = useWanted(record);
  const [chosen, setChosen] = useState<Chosen>({ of: '', fileId: undefined, target: null });
  const { comparisons, onCompared } = useComparisons(`${number} ${JSON.stringify(wanted)}`);
  const files = (record?.files ?? []).filter(
    ({ name, marks }) => isOpenable(marks) && isShowable(name),
  );
  const { fileId, target } = chosen.of === number ? chosen : { fileId: undefined, target: null };
  const isReadable = (file: StoredFile) => !isLocked(file) && !comparisons[file.fileId]?.problem;
  const file = files.find((one) => one.fileId === fileId) ?? files.find(isReadable) ?? files[0];
  const findings = findingsOf(files, wanted, comparisons);
  const isViewed = file !== undefined && comparisons[file.fileId] !== undefined;
  useCompared(
    isViewed && Object.values(findings).some(({ kind }) => kind === 'pending')
      ? comparable(files).find((one) => !comparisons[one.fileId])
      : undefined,
    wanted,
    onCompared,
  );

  function show(next: string, field?: ComparedField): void {
    setChosen({ of: number, fileId: next, target: field ? { field } : null });
  }
  return {
    files,
    file,
    wanted,
    comparisons,
    findings,
    target,
    show,
    step(by) {
      const next = file && files[files.indexOf(file) + by];
      if (next) show(next.fileId);
    },
    onCompared,
  };
}

const isLocked = ({ marks }: StoredFile) =>
  marks.includes('password') || marks.includes('unreadable');

function useWanted(record: CallData<'deskApplication'> | undefined): Wanted {
  const { firstName, middleName, lastName } = record?.personal?.user ?? {};
  const vin = (record?.personal && record.vehicle?.vin) ?? null;
  return useMemo(
    () => ({
      name: lastName === undefined ? null : { firstName, middleName, lastName },
      vin,
    }),
    [firstName, middleName, lastName, vin],
  );
}

function useComparisons(of: string) {
  const [known, setKnown] = useState<{ of: string; comparisons: FileViewing['comparisons'] }>({
    of,
    comparisons: {},
  });
  return {
    comparisons: known.of === of ? known.comparisons : {},
    onCompared: (fileId: string, comparison: Comparison) =>
      setKnown((last) => ({
        of,
        comparisons: { ...(last.of === of && last.comparisons), [fileId]: comparison },
      })),
  };
}

/** Files that are compared without being shown, until all fields are found. */
const MAX_FILES = 4;
const MAX_SIZE = 10 * 2 ** 20;

const comparable = (files: readonly StoredFile[]) =>
  files
    .filter(
      (file) =>
        (file.usage === 'vehicleProof' || file.usage === 'supplement') &&
        /\.pdf$/i.test(file.name) &&
        file.size <= MAX_SIZE &&
        !isLocked(file),
    )
    .slice(0, MAX_FILES);

function useCompared(
  next: StoredFile | undefined,
  wanted: Wanted,
  onCompared: FileViewing['onCompared'],
): void {
  const { fileId, name = '' } = next ?? {};
  const compared = useEffectEvent(onCompared);
  useEffect(() => {
    if (!fileId) return;
    const abort = new AbortController();
    (async () => {
      const fetched = await fetchFile('file', { fileId });
      abort.signal.throwIfAborted();
      if (!fetched) throw new Error('The file could not be fetched');
      const [{ openPaper }, { compareProof }] = await Promise.all([
        import('./paper-pages.ts'),
        import('./compare-proof.ts'),
      ]);
      const paper = await openPaper(fetched.content, name);
      return compareProof(paper, wanted, abort.signal).finally(paper.close);
    })()
      .catch((): Comparison => ({ ...notCompared, problem: 'damaged' }))
      .then((comparison) => !abort.signal.aborted && compared(fileId, comparison));
    return () => abort.abort();
  }, [fileId, name, wanted]);
}

function findingsOf(
  files: readonly StoredFile[],
  wanted: Wanted,
  comparisons: FileViewing['comparisons'],
): Findings {
  const compared = files.flatMap(({ fileId, name }) => {
    const comparison = comparisons[fileId];
    return comparison ? [{ fileId, file: name, ...comparison }] : [];
  });
  const legible = compared.filter(({ hasText }) => hasText);
  const isPending = comparable(files).some(({ fileId }) => !comparisons[fileId]);
  const findingOf = (field: ComparedField): Finding => {
    const [found] = compared
      .filter(({ frames }) => frames.some((frame) => frame.field === field))
      .sort((a, b) => b.frames.length - a.frames.length);
    const frame = found?.frames.find((one) => one.field === field);
    if (found && frame)
      return { kind: 'found', fileId: found.fileId, file: found.file, page: frame.page };
    if (isPending) return { kind: 'pending' };
    if (legible.length === 0) return { kind: 'noText' };
    const isPartial = legible.some((one) => one.isPartial);
    return { kind: 'missing', files: legible.map(({ file }) => file), isPartial };
  };
  return Object.fromEntries(
    comparedFields.flatMap((field) => (wanted[field] ? [[field, findingOf(field)]] : [])),
  );
}

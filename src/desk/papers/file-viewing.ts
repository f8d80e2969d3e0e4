import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { type ComparedField, isOpenable, isShowable } from '#ui/application/file-links.tsx';
import { fetchFile } from '#ui/calls/download.ts';
import type { Case } from '../case.ts';
import { type Comparison, comparedFields, notCompared, type Wanted } from './comparison.ts';
import type { Paper } from './paper-pages.ts';

export type Finding =
  | { kind: 'found'; fileId: string; file: string; page: number }
  | { kind: 'missing'; files: readonly string[]; isPartial: boolean }
  | { kind: 'pending' | 'noText' };

export type Findings = Partial<Record<ComparedField, Finding>>;

type Comparisons = Readonly<Record<string, Comparison>>;

export const placesIn = (findings: Findings) =>
  Object.fromEntries(
    Object.entries(findings).flatMap(([field, finding]) =>
      finding.kind === 'found' ? [[field, finding]] : [],
    ),
  );

interface Chosen {
  fileId?: string;
  /** Field whose frame gets the focus; a new object for each request. */
  target: { field: ComparedField } | null;
}

export type FileViewing = ReturnType<typeof useFileViewing>;

export function useFileViewing(record: Case | undefined) {
  const wanted = useWanted(record);
  const [{ fileId, target }, setChosen] = useState<Chosen>({ target: null });
  const [comparisons, setComparisons] = useState<Comparisons>({});
  const [compared, setCompared] = useState(wanted);
  if (compared !== wanted) {
    setCompared(wanted);
    setComparisons({});
  }
  const onCompared = (id: string, comparison: Comparison) =>
    setComparisons((others) => ({ ...others, [id]: comparison }));
  const files = (record?.files ?? []).filter(
    ({ name, marks }) => isOpenable(marks) && isShowable(name),
  );
  const isReadable = (file: StoredFile) => !isLocked(file) && !comparisons[file.fileId]?.problem;
  const file = files.find((each) => each.fileId === fileId) ?? files.find(isReadable) ?? files[0];
  const findings = findingsOf(files, wanted, comparisons);
  const isViewed = file !== undefined && comparisons[file.fileId] !== undefined;
  useCompared(
    isViewed && Object.values(findings).some(({ kind }) => kind === 'pending')
      ? comparable(files).find((each) => !comparisons[each.fileId])
      : undefined,
    wanted,
    onCompared,
  );

  function show(next: string, field?: ComparedField): void {
    setChosen({ fileId: next, target: field ? { field } : null });
  }
  return {
    files,
    file,
    wanted,
    comparisons,
    findings,
    target,
    show,
    step(by: 1 | -1) {
      const next = file && files[files.indexOf(file) + by];
      if (next) show(next.fileId);
    },
    onCompared,
  };
}

const isLocked = ({ marks }: StoredFile) =>
  marks.includes('password') || marks.includes('unreadable');

function useWanted(record: Case | undefined): Wanted {
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

/** Maximum number of files compared in the background, until all fields are found. */
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
  onCompared: (fileId: string, comparison: Comparison) => void,
): void {
  const { fileId, name = '' } = next ?? {};
  const report = useEffectEvent(onCompared);
  useEffect(() => {
    if (!fileId) return;
    const abort = new AbortController();
    (async () => {
      const paper = await openFile(fileId, name, abort.signal);
      const { compareProof } = await import('./compare-proof.ts');
      return compareProof(paper, wanted, abort.signal).finally(paper.close);
    })()
      .catch((): Comparison => ({ ...notCompared, problem: 'damaged' }))
      .then((comparison) => !abort.signal.aborted && report(fileId, comparison));
    return () => abort.abort();
  }, [fileId, name, wanted]);
}

export async function openFile(fileId: string, name: string, signal: AbortSignal): Promise<Paper> {
  const fetched = await fetchFile('file', { fileId });
  signal.throwIfAborted();
  if (!fetched) throw new Error('The file could not be fetched');
  const { openPaper } = await import('./paper-pages.ts');
  return openPaper(fetched.content, name);
}

function findingsOf(
  files: readonly StoredFile[],
  wanted: Wanted,
  comparisons: Comparisons,
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
    const frame = found?.frames.find((each) => each.field === field);
    if (found && frame)
      return { kind: 'found', fileId: found.fileId, file: found.file, page: frame.page };
    if (isPending) return { kind: 'pending' };
    if (legible.length === 0) return { kind: 'noText' };
    const isPartial = legible.some((each) => each.isPartial);
    return { kind: 'missing', files: legible.map(({ file }) => file), isPartial };
  };
  return Object.fromEntries(
    comparedFields.flatMap((field) => (wanted[field] ? [[field, findingOf(field)]] : [])),
  );
}

import { whenIdle } from '#ui/when-idle.ts';
import {
  type Comparison,
  comparedFields,
  type Frame,
  notCompared,
  type Wanted,
} from './comparison.ts';
import { findFields } from './find-fields.ts';
import type { Paper } from './paper-pages.ts';

const MAX_PAGES = 20;
const PAGE_TIMEOUT_MS = 5_000;

/** Compares the text of a file with the form: one page at a time, while the browser is idle. */
export async function compareProof(
  { pages }: Paper,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Comparison> {
  const frames: Frame[] = [];
  const result = { ...notCompared, pageCount: pages.length, frames };
  const isComplete = () =>
    comparedFields.every(
      (sought) => wanted[sought] === null || frames.some(({ field }) => field === sought),
    );
  for (const { number, readText } of pages) {
    if (!readText || isComplete()) break;
    result.isPartial = number > MAX_PAGES;
    if (result.isPartial) break;
    await whenIdle();
    signal.throwIfAborted();
    const text = await within(PAGE_TIMEOUT_MS, readText()).catch(() => null);
    signal.throwIfAborted();
    if (!text) {
      result.isPartial = true;
      continue;
    }
    result.hasText ||= text.runs.some((run) => /[\p{L}\p{N}]/u.test(run.text));
    const found = findFields(text, wanted, measure);
    const ratio = text.width / text.height;
    for (const field of comparedFields)
      if (!frames.some((frame) => frame.field === field))
        frames.push(
          ...found[field]
            .toSorted((a, b) => a.left - b.left)
            .map((box) => ({ field, page: number, box, ratio })),
        );
  }
  return result;
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  return Promise.race([
    work,
    new Promise<null>((resolve) => {
      setTimeout(resolve, ms, null);
    }),
  ]);
}

let context: CanvasRenderingContext2D | null | undefined;

function measure(text: string, family: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length;
  context.font = `16px ${family}`;
  return context.measureText(text).width;
}

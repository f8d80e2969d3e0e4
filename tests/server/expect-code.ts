import { expect } from 'vitest';
import { codes } from '#contract/codes.ts';
import { languageCodes } from '#contract/languages.ts';
import { errorText } from '#server/site/error-texts.ts';

/** An answer in the envelope, whatever carried it. */
interface Answered {
  status?: number;
  code: number;
  message: string;
}

/**
 * Expects the code of an answer, and the status that belongs to it. A failure shows the message
 * too: the difference tells why, and not only «200 and not 401».
 */
export function expectCode(answer: Answered, code: number, about?: string): void {
  const { status, message } = answer;
  const expected = { code, message, ...(status !== undefined && { status: statusOf(code) }) };
  expect({ code: answer.code, message, ...(status !== undefined && { status }) }, about).toEqual(
    expected,
  );
}

/** Expects these parts of an answer. A failure shows its code and message too, as above. */
export function expectAnswer(
  answer: Answered,
  parts: { status?: number; code?: number; message?: string; data?: unknown },
): void {
  expect(answer, `answered ${answer.code} «${answer.message}»`).toMatchObject(parts);
}

/** Time zone of an installation that sets none. */
const ZONE = 'Europe/Brussels';

/** The first three digits, whatever the contract's own reckoning is. */
const statusOf = (code: number) => Number(String(code).slice(0, 3));

/** Expects a refusal of the caller's doing: the status of its code, and that code's own text. */
export function expectRefusal({ statusCode, body }: { statusCode: number; body: string }): void {
  const { code, message, data } = JSON.parse(body);
  expect({ statusCode: statusOf(code), body }).toEqual({ statusCode, body });
  expect(code, body).not.toBe(codes.ok);
  expect(statusCode, body).toBeLessThan(500);
  expect(languageCodes.map((language) => errorText(language, code, data, ZONE))).toContain(message);
}

import { expect } from 'vitest';
import { codes } from '#contract/codes.ts';
import { languageCodes } from '#contract/languages.ts';
import { errorText } from '#server/site/error-texts.ts';

interface Answered {
  status?: number;
  code: number;
  message: string;
}

/** Expects a code and its status. A failure shows the message too. */
export function expectCode(answer: Answered, code: number, about?: string): void {
  const { status, message } = answer;
  const expected = { code, message, ...(status !== undefined && { status: statusOf(code) }) };
  expect({ code: answer.code, message, ...(status !== undefined && { status }) }, about).toEqual(
    expected,
  );
}

/** Expects parts of a response. A failure shows its code and message too. */
export function expectAnswer(
  answer: Answered,
  parts: { status?: number; code?: number; message?: string; data?: unknown },
): void {
  expect(answer, `answered ${answer.code} «${answer.message}»`).toMatchObject(parts);
}

/** Default of TIME_ZONE. */
const ZONE = 'Europe/Brussels';

/** Independent of `httpStatus`. */
const statusOf = (code: number) => Number(String(code).slice(0, 3));

/** Expects an error response below 500, or another limit, with the text of its code. */
export function expectRefusal(
  { statusCode, body }: { statusCode: number; body: string },
  limit = 500,
): void {
  const { code, message, data } = JSON.parse(body);
  expect({ statusCode: statusOf(code), body }).toEqual({ statusCode, body });
  expect(code, body).not.toBe(codes.ok);
  expect(statusCode, body).toBeLessThan(limit);
  expect(languageCodes.map((language) => errorText(language, code, data, ZONE))).toContain(message);
}

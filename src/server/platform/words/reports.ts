import type { Language } from '#contract/languages.ts';
import { report as en } from '#server/platform/words/en/report.ts';
import { report as es } from '#server/platform/words/es/report.ts';
import { report as fr } from '#server/platform/words/fr/report.ts';
import { report as pl } from '#server/platform/words/pl/report.ts';
import { report as pt } from '#server/platform/words/pt/report.ts';
import { report as zh } from '#server/platform/words/zh/report.ts';
import type { ReportTexts } from './report-texts.ts';

/** The words of a report by language, in the terms of the Official Journal. */
export const reportTexts: Record<Language, ReportTexts> = { en, zh, fr, pl, es, pt };

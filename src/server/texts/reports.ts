import type { Language } from '#contract/languages.ts';
import { report as en } from './en/report.ts';
import { report as es } from './es/report.ts';
import { report as fr } from './fr/report.ts';
import { report as pl } from './pl/report.ts';
import { report as pt } from './pt/report.ts';
import type { ReportTexts } from './report-texts.ts';
import { report as zh } from './zh/report.ts';

/** The words of a report by language, in the terms of the Official Journal. */
export const reportTexts: Record<Language, ReportTexts> = { en, zh, fr, pl, es, pt };

import type { Language } from '#contract/languages.ts';
import { mails as en } from '#server/platform/words/en/mails.ts';
import { mails as es } from '#server/platform/words/es/mails.ts';
import { mails as fr } from '#server/platform/words/fr/mails.ts';
import { mails as pl } from '#server/platform/words/pl/mails.ts';
import { mails as pt } from '#server/platform/words/pt/mails.ts';
import { mails as zh } from '#server/platform/words/zh/mails.ts';
import type { MailTexts } from './mail-facts.ts';

/** All mails by language. Texts of people are set off as paragraphs of their own. */
export const mailTexts: Record<Language, MailTexts> = { en, zh, fr, pl, es, pt };

import type { Language } from '#contract/languages.ts';
import { mails as en } from '../texts/en/mails.ts';
import { mails as es } from '../texts/es/mails.ts';
import { mails as fr } from '../texts/fr/mails.ts';
import { mails as pl } from '../texts/pl/mails.ts';
import { mails as pt } from '../texts/pt/mails.ts';
import { mails as zh } from '../texts/zh/mails.ts';
import type { MailTexts } from './mail-facts.ts';

/** All mails by language. Texts of people are set off as paragraphs of their own. */
export const mailTexts: Record<Language, MailTexts> = { en, zh, fr, pl, es, pt };

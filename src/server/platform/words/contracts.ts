import type { Language } from '#contract/languages.ts';
import { contract as en } from '#server/platform/words/en/contract.ts';
import { contract as es } from '#server/platform/words/es/contract.ts';
import { contract as fr } from '#server/platform/words/fr/contract.ts';
import { contract as pl } from '#server/platform/words/pl/contract.ts';
import { contract as pt } from '#server/platform/words/pt/contract.ts';
import { contract as zh } from '#server/platform/words/zh/contract.ts';
import type { ContractTexts } from './contract-texts.ts';

/** The model of a Data Sharing Agreement, by language. */
export const contractTexts: Record<Language, ContractTexts> = { en, zh, fr, pl, es, pt };

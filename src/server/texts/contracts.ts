import type { Language } from '#contract/languages.ts';
import type { ContractTexts } from './contract-texts.ts';
import { contract as en } from './en/contract.ts';
import { contract as es } from './es/contract.ts';
import { contract as fr } from './fr/contract.ts';
import { contract as pl } from './pl/contract.ts';
import { contract as pt } from './pt/contract.ts';
import { contract as zh } from './zh/contract.ts';

/** The model of a Data Sharing Agreement, by language. */
export const contractTexts: Record<Language, ContractTexts> = { en, zh, fr, pl, es, pt };

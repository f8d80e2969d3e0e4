import { readFileSync } from 'node:fs';
import { type Messages, setupI18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Language, localeOf } from '#contract/languages.ts';
import type { Translate } from '#lib/words/msg.ts';
import { typeset, withTypesetting } from '#lib/words/typeset.ts';
import { zonedInstant } from '#lib/words/zoned-instant.ts';

const FOLDER = new URL('../../../../locales/', import.meta.url);

const translators = new Map<Language, Translate>();

export function wordsOf(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const i18n = setupI18n({
    locale: language,
    locales: localeOf[language],
    messages: { [language]: readMessages(language) },
  });
  i18n.setMessagesCompiler(compileMessage);
  withTypesetting(i18n, typeset);
  translators.set(language, i18n.t);
  return i18n.t;
}

function readMessages(language: Language): Messages {
  const { items } = parsePoFile(readFileSync(new URL(`${language}.po`, FOLDER), 'utf8'));
  return Object.fromEntries(
    items.flatMap(({ msgid, msgctxt, msgstr: [text] }) =>
      text ? [[generateMessageId(msgid, msgctxt ?? ''), compileMessageOrThrow(text)]] : [],
    ),
  );
}

export function instantText(language: Language, at: number, timeZone: string): string {
  return zonedInstant(wordsOf(language), localeOf[language], at, timeZone);
}

export function dateText(language: Language, at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long', timeZone }).format(at);
}

export function countText(language: Language, count: number): string {
  return new Intl.NumberFormat(localeOf[language]).format(count);
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export function durationText(language: Language, seconds: number): string {
  const [count, unit] = seconds < DAY ? [seconds / MINUTE, 'minute'] : [seconds / DAY, 'day'];
  return new Intl.NumberFormat(localeOf[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(count);
}

const codes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR
HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL
NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);

export function countryName(language: Language, code: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

export function countries(language: Language): { code: string; label: string }[] {
  const order = new Intl.Collator(language);
  return codes
    .map((code) => ({ code, label: countryName(language, code) }))
    .sort((a, b) => order.compare(a.label, b.label));
}

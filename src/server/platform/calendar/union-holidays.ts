import { msg } from '#lib/words/msg.ts';

/** The days on which the Union's institutions are closed. */
export const unionHolidayNames = {
  newYear: msg`New Year’s Day`,
  afterNewYear: msg`Day after New Year’s Day`,
  labourDay: msg`Labour Day`,
  europeDay: msg`Europe Day`,
  belgianNationalDay: msg`Belgian National Day`,
  assumption: msg`Assumption`,
  allSaints: msg`All Saints’ Day`,
  allSouls: msg`All Souls’ Day`,
  endOfYear: msg`End of year`,
  maundyThursday: msg`Maundy Thursday`,
  goodFriday: msg`Good Friday`,
  easterMonday: msg`Easter Monday`,
  ascension: msg`Ascension Day`,
  afterAscension: msg`Day after Ascension Day`,
  whitMonday: msg`Whit Monday`,
};

export type UnionHoliday = keyof typeof unionHolidayNames;

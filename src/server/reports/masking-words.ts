import type { MessageDescriptor } from '@lingui/core';
import type { MaskingLevel } from '#contract/data-types.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { msg, type Say } from '#lib/words/msg.ts';

const stillPersonal = msg`These data are pseudonymised. They are still personal data: whoever knows one of the drives well can recognise it.`;

const always = [
  msg`The VIN is replaced by a pseudonym that is different in every report. The number plate and the readings until the next service are left out; of the dates of production and registration only the year is shown.`,
  msg`Odometer and energy counters begin at zero with each drive.`,
];

const places = msg`Positions are rounded to 2 decimals (about 1 km) and altitudes to hundreds of metres. No position is shown within 1 km of where a drive began or ended, nor at a place that was passed on fewer than 3 drives. What it costs: routes have gaps, and short drives have no positions.`;

const levels: Record<MaskingLevel, readonly MessageDescriptor[]> = {
  drives: [
    msg`Each drive, with the time after it until the next drive or midnight, stands on a day of its own in a made calendar, in random sequence. The date of a drive cannot be computed. What it costs: dates, days of the week and the sequence of drives are lost; times of day (UTC) and intervals within a drive stay correct.`,
    msg`It protects from those who know the period of the request or the dates of some drives. It does not protect from those who recognise a drive by its times of day and its course.`,
    places,
  ],
  strict: [
    msg`Each drive begins at midnight of a day of its own in a made calendar, in random sequence. Neither its date nor its time of day can be computed. What it costs: dates, times of day and the sequence of drives are lost; intervals within a drive stay correct.`,
    msg`All positions are left out. It protects also from those who know when or where the vehicle was driven, but not from those who recognise the course of a drive by speed or charge.`,
  ],
  dated: [
    msg`The time stamps are the true ones, because the public sector body needs them for a public emergency (Art. 15(1)(a) and 18(4)). Whoever knows when the vehicle was driven can tell whose data these are.`,
    places,
  ],
};

/** What masking at a level does, what it protects from and what it costs, a text a row. */
export function maskingWords(level: MaskingLevel, say: Say): Row[] {
  return [stillPersonal, ...levels[level], ...always].map((text) => [say(text)]);
}

import type { MessageDescriptor } from '@lingui/core';
import { dataTypeNames } from '#forms/data-types.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import { isPurpose, purposeWords } from '#server/applications/purpose-words.ts';
import type { Account } from './account.ts';
import type { Section } from './plain-html.ts';
import type { Recipient, ReportRequest } from './report-request.ts';

/** The vocabulary that the signals are named by. */
export const VOCABULARY = 'COVESA Vehicle Signal Specification, as of mid-2026';

const recipients: Record<Recipient['kind'], MessageDescriptor> = {
  requester: msg`The requester`,
  thirdParty: msg`Third party`,
  publicBody: msg`Public sector body`,
};

/** Who the data are for, what for, and until when they are shared. */
export function statedUseRows(request: ReportRequest, say: Say): Row[] {
  const { recipient, purpose, sharedUntil } = request;
  const stated = purpose && isPurpose(purpose) ? say(purposeWords[purpose]) : purpose;
  return [
    [say(msg`Recipient`), say(recipients[recipient.kind]), recipient.name],
    ...(stated ? [[say(msg`Data purpose`), stated]] : []),
    ...(sharedUntil === null
      ? []
      : [[say(msg`Shared until`), new Date(sharedUntil).toISOString()]]),
    [say(msg`Vocabulary`), VOCABULARY],
  ];
}

/** Silences of the data, longer than is usual for them. */
export function gapsSection({ gaps }: Account, say: Say): Section {
  const headings = [
    msg`Data type`,
    msg`From (inclusive)`,
    msg`To (exclusive)`,
    msg`Gaps`,
    msg`Counted from (s)`,
    msg`Longest (s)`,
  ];
  return {
    heading: say(msg`Gaps`),
    rows: [
      headings.map((word) => ({ bold: say(word) })),
      ...gaps.map(({ dataType, part, count, beyond, longest }) => [
        say(dataTypeNames[dataType]),
        new Date(part.from).toISOString(),
        new Date(part.to).toISOString(),
        count,
        beyond / 1000,
        longest / 1000,
      ]),
    ],
  };
}

/** What the recipient can do now. */
export function nextSteps({ contact }: ReportRequest, say: Say): Section {
  return {
    heading: say(msg`Next steps`),
    rows: [
      [
        say(
          msg`If data are missing or wrong, write to the data holder and name the application number:`,
        ),
        contact,
      ],
      [
        say(
          msg`You can lodge a complaint with the competent authority (Art. 38) or ask a certified dispute settlement body to decide (Art. 10).`,
        ),
      ],
    ],
  };
}

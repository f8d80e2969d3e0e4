import type { ApplicationRecord } from '#contract/application-record.ts';
import { openPage } from './open-page.tsx';
import { body, owner } from './people.ts';
import { NUMBER } from './records.ts';
import type { Answers } from './stub-calls.ts';

/** The list of the user's applications. */
export const HOME = '/home/data-acquisition';
/** The page of an application. */
export const APPLICATION = `${HOME}/applications/${NUMBER}`;

/** Opens the page of an application for its requester. */
export const openApplication = (
  record: ApplicationRecord,
  answers: Answers = {},
  user = record.kind === 'public' ? body : owner,
) => openPage(APPLICATION, { applicationDetails: record, ...answers }, user);

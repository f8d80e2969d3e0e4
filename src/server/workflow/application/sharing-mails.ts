import { msg } from '#lib/words/msg.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/workflow/report/application-letter.ts';
import { causeInLaw } from './cause-in-law.ts';
import { type Mail, remark, remedies, type Written } from './mail-parts.ts';

// Mails on data that are withheld or whose sharing is suspended, and on the end of that.

/** The data are withheld while trade secrets are not protected. */
export const sharingWithheld: Mail<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data withheld`,
    msg`We are withholding the data that you requested, because the measures that protect trade secrets have not been agreed or are not kept:`,
    causeInLaw(language, 'withholding'),
    ...remark(facts),
    msg`Once the measures are in place, we will continue with your data request.`,
    ...remedies('personal'),
  );

/** The sharing of approved data is suspended while trade secrets are not protected. */
export const sharingSuspended: Mail<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: sharing of data suspended`,
    msg`We have suspended the sharing of the data that we approved, because measures that protect trade secrets are not kept:`,
    causeInLaw(language, 'suspension'),
    ...remark(facts),
    msg`Until the measures are kept, the data can neither be downloaded nor generated again. Once they are, we will share the data again.`,
    ...remedies('personal'),
  );

/** The approved data are shared again after that was suspended. */
export const sharingRestored: Mail<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data shared again`,
    msg`The sharing of your data is no longer suspended. The page of your application in the portal shows whether you can download the data or have the report generated again.`,
    ...remark(facts),
  );

/** The review goes on after data were withheld. */
export const sharingResumed: Mail<ApplicationFacts & Written> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: data no longer withheld`,
    msg`We are no longer withholding the data that you requested, and are continuing with your data request. We will e-mail you when something changes.`,
    ...remark(facts),
  );

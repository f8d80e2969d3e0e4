import { Trans, useLingui } from '@lingui/react/macro';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import { ActionLink } from '#ui/frame/action-link.tsx';
import { Page } from '#ui/frame/page.tsx';

/** Page on the conditions of requests by public sector bodies (Art. 14 to 20). */
export default function GovernmentPage() {
  const { t } = useLingui();
  const [emergencyDays, otherDays] = [EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS];
  return (
    <Page
      title={t`Rights of public sector bodies`}
      above={[{ to: '/role', label: t`Start` }]}
      lead={
        <Trans>
          Data on the basis of an exceptional need: Chapter V of the Data Act, Art. 14 to 22.
        </Trans>
      }
    >
      <div className="prose">
        <section>
          <h2>
            <Trans>When you can ask</Trans>
          </h2>
          <ul>
            <li>
              <Trans>
                The data are necessary to respond to a public emergency, and you cannot obtain them
                by other means in time and under equivalent conditions (Art. 15(1)(a)).
              </Trans>
            </li>
            <li>
              <Trans>
                Or: without an emergency, the lack of specific data keeps you from a task in the
                public interest that the law explicitly provides for, and you have exhausted all
                other means to obtain them. Such a request can name non-personal data only (Art.
                15(1)(b)).
              </Trans>
            </li>
          </ul>
          <p>
            <Trans>
              Chapter V does not apply to preventing, investigating, detecting or prosecuting
              criminal or administrative offences, to executing criminal penalties, or to customs or
              tax administration (Art. 16(2)).
            </Trans>
          </p>
        </section>
        <section>
          <h2>
            <Trans>What the request must state</Trans>
          </h2>
          <p>
            <Trans>The form asks for what Art. 17 and 22 require:</Trans>
          </p>
          <ul>
            <li>
              <Trans>the data required, with the metadata needed to interpret and use them;</Trans>
            </li>
            <li>
              <Trans>that the conditions of the exceptional need are met;</Trans>
            </li>
            <li>
              <Trans>the purpose, the intended use and its duration;</Trans>
            </li>
            <li>
              <Trans>when the data are expected to be erased, if possible;</Trans>
            </li>
            <li>
              <Trans>why this data holder was chosen;</Trans>
            </li>
            <li>
              <Trans>with whom the data are expected to be shared, and why;</Trans>
            </li>
            <li>
              <Trans>
                the safeguards for personal data and for the confidentiality of trade secrets;
              </Trans>
            </li>
            <li>
              <Trans>the legal provision that assigns the task;</Trans>
            </li>
            <li>
              <Trans>by when the data are needed;</Trans>
            </li>
            <li>
              <Trans>
                granularity and frequency, penalties, data coordinator and publication, and the
                authorities that were notified or examined the request.
              </Trans>
            </li>
          </ul>
        </section>
        <section>
          <h2>
            <Trans>What happens then</Trans>
          </h2>
          <p>
            <Trans>
              The data holder makes the data available without undue delay. It can decline the
              request or ask for its modification within {emergencyDays} working days of receipt in
              a public emergency, and within {otherDays} working days otherwise (Art. 18(2)), on
              three grounds: it does not control the data; another body asked for similar data for
              the same purpose before, and the data holder was not told that these were erased; or
              the request does not meet the conditions of Art. 17(1) and (2).
            </Trans>
          </p>
        </section>
        <section>
          <h2>
            <Trans>Your obligations</Trans>
          </h2>
          <ul>
            <li>
              <Trans>
                Do not use the data in a manner incompatible with the purpose for which you
                requested them (Art. 19(1)(a)).
              </Trans>
            </li>
            <li>
              <Trans>
                Protect confidentiality, integrity and personal data by technical and organisational
                measures (Art. 19(1)(b)).
              </Trans>
            </li>
            <li>
              <Trans>
                Do not use the data to develop a connected product or related service that competes
                with the data holder’s, and do not share them for that (Art. 19(2)).
              </Trans>
            </li>
            <li>
              <Trans>
                Erase the data when the purpose no longer needs them, and tell the data holder (Art.
                19(1)(c)).
              </Trans>
            </li>
          </ul>
        </section>
        <ActionLink to="/home/data-acquisition/public-sector">
          <Trans>Continue to the request form</Trans>
        </ActionLink>
      </div>
    </Page>
  );
}

import { useLingui } from '@lingui/react/macro';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import { ProsePage } from '#portal/prose-page.tsx';
import { ActionLink } from '#ui/frame/page.tsx';

export default function GovernmentPage() {
  const { t } = useLingui();
  const [emergencyDays, otherDays] = [EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS];
  return (
    <ProsePage
      above={[{ to: '/role', label: t`Start` }]}
      title={t`Rights of public sector bodies`}
      lead={t`Data on the basis of an exceptional need: Chapter V of the Data Act, Art. 14 to 22.`}
      sections={[
        {
          title: t`When you can ask`,
          content: [
            [
              t`The data are necessary to respond to a public emergency, and you cannot obtain them by other means in time and under equivalent conditions (Art. 15(1)(a)).`,
              t`Or: without an emergency, the lack of specific data keeps you from a task in the public interest that the law explicitly provides for, and you have exhausted all other means to obtain them. Such a request can name non-personal data only (Art. 15(1)(b)).`,
            ],
            t`Chapter V does not apply to preventing, investigating, detecting or prosecuting criminal or administrative offences, to executing criminal penalties, or to customs or tax administration (Art. 16(2)).`,
          ],
        },
        {
          title: t`What the request must state`,
          content: [
            t`The form asks for what Art. 17 and 22 require:`,
            [
              t`the data required, with the metadata needed to interpret and use them;`,
              t`that the conditions of the exceptional need are met;`,
              t`the purpose, the intended use and its duration;`,
              t`when the data are expected to be erased, if possible;`,
              t`why this data holder was chosen;`,
              t`with whom the data are expected to be shared, and why;`,
              t`the safeguards for personal data and for the confidentiality of trade secrets;`,
              t`the legal provision that assigns the task;`,
              t`by when the data are needed;`,
              t`granularity and frequency, penalties, data coordinator and publication, and the authorities that were notified or examined the request.`,
            ],
          ],
        },
        {
          title: t`What happens then`,
          content: [
            t`The data holder makes the data available without undue delay. It can decline the request or ask for its modification within ${emergencyDays} working days of receipt in a public emergency, and within ${otherDays} working days otherwise (Art. 18(2)), on three grounds: it does not control the data; another body asked for similar data for the same purpose before, and the data holder was not told that these were erased; or the request does not meet the conditions of Art. 17(1) and (2).`,
          ],
        },
        {
          title: t`Your obligations`,
          content: [
            [
              t`Do not use the data in a manner incompatible with the purpose for which you requested them (Art. 19(1)(a)).`,
              t`Protect confidentiality, integrity and personal data by technical and organisational measures (Art. 19(1)(b)).`,
              t`Do not use the data to develop a connected product or related service that competes with the data holder’s, and do not share them for that (Art. 19(2)).`,
              t`Erase the data when the purpose no longer needs them, and tell the data holder (Art. 19(1)(c)).`,
            ],
          ],
        },
      ]}
    >
      <ActionLink to="/home/data-acquisition/public-sector">{t`Continue to the request form`}</ActionLink>
    </ProsePage>
  );
}

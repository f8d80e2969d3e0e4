import { useLingui } from '@lingui/react/macro';
import { ProsePage } from '#portal/prose-page.tsx';
import { ActionLink } from '#ui/frame/page.tsx';

export default function CustomerPage() {
  const { t } = useLingui();
  return (
    <ProsePage
      above={[{ to: '/role', label: t`Start` }]}
      title={t`Rights of users and third parties`}
      lead={t`What the Data Act gives you, and how to use it here.`}
      sections={[
        {
          title: t`Who is a user`,
          content: [
            t`You are a user if you own a connected product, if a contract gives you the right to use it for a time, for example as a tenant or lessee, or if you receive a related service (Art. 2(12)). Persons and companies can both be users.`,
          ],
        },
        {
          title: t`Your right to the data`,
          content: [
            [
              t`When you ask for it, the data holder must make the readily available data accessible to you without undue delay, with the metadata needed to interpret and use them (Art. 4(1)).`,
              t`You get them free of charge, easily and securely, in the same quality as the data holder has, in a comprehensive, structured, commonly used and machine-readable format and, where relevant and technically feasible, continuously and in real time.`,
              t`Raw and pre-processed data are covered. Information that was inferred or derived from them by further investment is not.`,
            ],
          ],
        },
        {
          title: t`Your right to share them with a third party`,
          content: [
            [
              t`At your request, or at that of someone acting for you, the data go to a third party of your choice, free of charge to you (Art. 5(1)).`,
              t`The third party may use them only for the purposes you agreed on, and erases them when they are no longer needed for these (Art. 6(1)).`,
              t`A company designated as a gatekeeper under the Digital Markets Act cannot be such a third party (Art. 5(3)).`,
              t`We need a signed Data Sharing Agreement between the data holder and the data recipient.`,
            ],
          ],
        },
        {
          title: t`Limits`,
          content: [
            [
              t`The data must not be used to develop a connected product that competes with the one they come from (Art. 4(10) and 6(2)).`,
              t`Trade secrets are disclosed only where the measures to keep them confidential are agreed and taken (Art. 4(6) and 5(9)).`,
              t`Personal data of somebody else are made available only if there is a valid legal basis under the General Data Protection Regulation (Art. 4(12) and 5(7)).`,
            ],
          ],
        },
        {
          title: t`If you disagree with a decision`,
          content: [
            t`You can complain to the competent authority of your Member State (Art. 37 and 38), agree with the data holder to go to a certified dispute settlement body (Art. 10), or go to court.`,
          ],
        },
        {
          title: t`Before you begin`,
          content: [
            t`Please first complete registration and linking of the vehicle in the vehicle app. You then need an e-mail address, proof that the vehicle is yours to use, and about ten minutes.`,
            t`If you act for a user, you need the user’s written consent and a link of your account to the vehicle. The page of a new application says where to send the consent.`,
          ],
        },
      ]}
    >
      <ActionLink to="/home/data-acquisition">{t`Continue to my applications`}</ActionLink>
    </ProsePage>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { purposes } from '#contract/options.ts';
import type { StoredPersonalForm } from '#contract/personal-form.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import type { CallInput } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { filled } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { installation } from '#ui/frame/installation.tsx';

interface TemplateFacts {
  user: StoredPersonalForm['user'];
  vehicleId: string | undefined;
  purpose?: string | undefined;
  purposeDetails?: string | undefined;
  thirdParty?: { name?: string | undefined; location?: string | undefined } | undefined;
}

export function templateInput(facts: TemplateFacts): CallInput<'agreementTemplate'> {
  const { vehicleId, purpose, purposeDetails, thirdParty } = facts;
  const { title, firstName, middleName, lastName, address, postCode, city, country } = facts.user;
  return filled({
    user: filled({ title, firstName, middleName, lastName, address, postCode, city, country }),
    vehicleId,
    purpose: purposes.find((code) => code === purpose),
    purposeDetails,
    thirdParty: filled({ name: thirdParty?.name, location: thirdParty?.location }),
  }) as CallInput<'agreementTemplate'>;
}

export function AgreementTemplate({ typed }: { typed: () => CallInput<'agreementTemplate'> }) {
  const { t } = useLingui();
  const { contactMailbox, holder } = installation();
  return (
    <div className={`stack ${styles.offer}`}>
      <p>{t`No signed agreement yet? This is how you get one:`}</p>
      <ol>
        <li>{t`Download the template: it contains what you typed here.`}</li>
        <li>{t`Fill in the blanks. The user and the third party sign it.`}</li>
        <li>
          <Trans>
            Send it to <a href={`mailto:${contactMailbox}`}>{contactMailbox}</a>. {holder} signs it
            as data holder and returns it to you.
          </Trans>
        </li>
        <li>{t`Upload the copy with all signatures below. Until then, this form is kept for you.`}</li>
      </ol>
      <BusyButton
        variant="default"
        leftSection={<Glyph name="file" />}
        work={() => download('agreementTemplate', typed())}
      >
        {t`Download the contract template (Word)`}
      </BusyButton>
    </div>
  );
}

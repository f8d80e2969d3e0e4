import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { formatter } from '#lib/words/formats.ts';
import {
  type ComparedField,
  FileViewingContext,
  isOpenable,
  isShowable,
} from '#ui/application/file-links.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import type { CaseProps } from './case.ts';
import styles from './case-checks.module.css';
import type { Finding, Findings } from './papers/file-viewing.ts';

export default function CaseChecks({ record, findings }: CaseProps & { findings: Findings }) {
  if (!record.personal) return null;
  return (
    <ul className={`plain ${styles.checks}`}>
      <LinkCheck record={record} />
      <ProofChecks findings={findings} />
      {record.personal.thirdParty && (
        <AgreementCheck files={record.files.filter(({ usage }) => usage === 'agreement')} />
      )}
    </ul>
  );
}

const glyphs = { good: 'check', warning: 'warning', unknown: 'info' } as const;

function Check({ kind, children }: { kind: keyof typeof glyphs; children: ReactNode }) {
  return (
    <li data-kind={kind}>
      <Glyph name={glyphs[kind]} /> <span>{children}</span>
    </li>
  );
}

function LinkCheck({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { vehicle, linkedSince, linkEndedAt } = record;
  const name = vehicle?.name;
  if (linkEndedAt !== null) {
    const ended = formatInstant(linkEndedAt, i18n.locale);
    return (
      <Check kind="warning">
        {t`The link of the account to the vehicle ended on ${ended}. Without it, nobody can request or approve data. Only data from before that time are delivered.`}
      </Check>
    );
  }
  if (linkedSince === null || !name)
    return (
      <Check kind="unknown">
        {t`The link of the account to the vehicle cannot be checked at present.`}
      </Check>
    );
  const since = formatDate(linkedSince, i18n.locale);
  return (
    <Check kind="good">
      {linkedSince === 0
        ? t`Account linked to the vehicle: ${name}`
        : t`Account linked to the vehicle since ${since}: ${name}`}
    </Check>
  );
}

function ProofChecks({ findings: { name, vin } }: { findings: Findings }) {
  const { t } = useLingui();
  if (name && vin && JSON.stringify(placeOf(name)) === JSON.stringify(placeOf(vin)))
    return <ProofCheck subject={t`Name and VIN`} finding={name} field="name" />;
  return (
    <>
      {name && <ProofCheck subject={t`Name`} finding={name} field="name" />}
      {vin && <ProofCheck subject={t`VIN`} finding={vin} field="vin" />}
    </>
  );
}

const placeOf = (finding: Finding) =>
  finding.kind === 'found' ? [finding.fileId, finding.page] : finding;

interface ProofCheckProps {
  subject: string;
  finding: Finding;
  field: ComparedField;
}

function ProofCheck({ subject, finding, field }: ProofCheckProps) {
  const { t, i18n } = useLingui();
  const viewing = useContext(FileViewingContext);
  if (finding.kind === 'found') {
    const { file, page, fileId } = finding;
    return (
      <Check kind="good">
        <span>{t`${subject}: same in the proof.`}</span>{' '}
        <button type="button" onClick={() => viewing?.show(fileId, field)}>
          {t`${file}, page ${page}`}
        </button>
      </Check>
    );
  }
  if (finding.kind === 'missing') {
    const files = formatter(Intl.ListFormat, i18n.locale).format(finding.files);
    return (
      <Check kind="warning">
        {finding.isPartial
          ? t`${subject}: not found in the part of the text that was compared: ${files}`
          : t`${subject}: not found in the text of ${files}`}
      </Check>
    );
  }
  return (
    <Check kind="unknown">
      {finding.kind === 'noText'
        ? t`${subject}: cannot be compared, no proof has text that can be read`
        : t`${subject}: being compared with the proof…`}
    </Check>
  );
}

function AgreementCheck({ files }: { files: readonly StoredFile[] }) {
  const { t } = useLingui();
  const viewing = useContext(FileViewingContext);
  if (files.length === 0)
    return <Check kind="warning">{t`No agreement with the third party was filed.`}</Check>;
  return (
    <Check kind="warning">
      <span>{t`Agreement with the third party: signatures are not checked.`}</span>
      {files
        .filter((file) => isOpenable(file.marks) && isShowable(file.name))
        .map((file) => (
          <span key={file.fileId}>
            {' '}
            <button type="button" onClick={() => viewing?.show(file.fileId)}>
              {file.name}
            </button>
          </span>
        ))}
    </Check>
  );
}

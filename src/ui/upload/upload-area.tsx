import '@mantine/dropzone/styles.css';
import '@mantine/core/styles/Progress.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Progress } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useSelector } from '@xstate/react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createActor } from 'xstate';
import type { FileUsage } from '#contract/files.ts';
import { fileLimits, MAX_FILE_MEBIBYTES } from '#contract/limits.ts';
import { plainList } from '#lib/words/formats.ts';
import { type UploadRef, uploadMachine } from '#machines/upload.machine.ts';
import { type Rejection, uploadQueueMachine } from '#machines/upload-queue.machine.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { transferTo, type UploadCallName } from '#ui/calls/transfer-file.ts';
import { fieldId, type UploadQueue } from '#ui/form/contract-form.ts';
import formStyles from '#ui/form/form.module.css';
import type { FieldProps } from '#ui/form/text-field.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './upload-area.module.css';

export interface StoredUpload {
  fileId: string;
  name: string;
  size: number;
}

export interface UploadAreaProps extends Pick<FieldProps, 'form' | 'name' | 'label'> {
  endpoint: UploadCallName;
  usage: FileUsage;
}

function startQueue(props: UploadAreaProps): UploadQueue {
  const { form, name, endpoint, usage } = props;
  const stored = form.fields.getInputProps(name).value as StoredUpload[];
  const transferFile = transferTo(endpoint, { usage });
  const upload = uploadMachine.provide({ actors: { transferFile } });
  const queue = createActor(uploadQueueMachine.provide({ actors: { upload } }), {
    input: { limits: fileLimits, stored },
  }).start();
  queue.subscribe(({ context }) => {
    const uploaded = context.uploads.flatMap((each): StoredUpload[] => {
      const { file, fileId } = each.getSnapshot().context;
      return fileId ? [{ fileId, name: file.name, size: file.size }] : [];
    });
    form.fields.setFieldValue(name, uploaded);
  });
  form.uploads.set(name, queue);
  return queue;
}

export default function UploadArea(props: UploadAreaProps) {
  const { form, name, label } = props;
  const id = fieldId(name);
  const error = form.errorOf(name);
  const { t, i18n } = useLingui();
  const areaId = useId();
  const choose = useRef<() => void>(null);
  const [isDropRejected, setDropRejected] = useState(false);
  const [queue] = useState(() => form.uploads.get(name) ?? startQueue(props));
  const uploads = useSelector(queue, ({ context }) => context.uploads);
  const rejections = useSelector(queue, ({ context }) => context.rejections);

  return (
    <div
      className={`stack stack-small ${formStyles.fieldset}`}
      {...(error && { 'data-error': true })}
    >
      <p id={`${areaId}-label`} className={styles.label}>
        {label}
      </p>
      <p id={`${areaId}-limits`} className="soft">
        {t`Up to ${fileLimits.maxFiles} files of at most ${MAX_FILE_MEBIBYTES}M each: ${plainList(fileLimits.extensions, i18n.locale)}`}
      </p>
      {error && (
        <p id={`${areaId}-error`} className="error">
          {error}
        </p>
      )}
      <Dropzone
        className={styles.drop ?? ''}
        // The queue checks the limits and gives a reason for each rejected file.
        onDrop={(files) => {
          if (files.length > 0) setDropRejected(false);
          queue.send({ type: 'files.add', files });
        }}
        onDropCapture={({ dataTransfer }) => setDropRejected(!dataTransfer.types.includes('Files'))}
        openRef={choose}
        activateOnClick={false}
        activateOnKeyboard={false}
        tabIndex={-1}
        inputProps={{ 'aria-labelledby': `${areaId}-label`, tabIndex: -1 }}
      >
        <div className={`row ${styles.inside}`}>
          <Button
            id={id}
            variant="default"
            leftSection={<Glyph name="upload" />}
            onClick={() => choose.current?.()}
            aria-describedby={`${areaId}-label ${areaId}-limits ${error ? `${areaId}-error` : ''}`}
          >
            {t`Choose files`}
          </Button>
          <span className="soft">{t`or drop them here`}</span>
        </div>
      </Dropzone>
      {isDropRejected && (
        <Notice
          kind="error"
          title={t`Only files can be dropped here, no links or texts. Save what you want to send as a file first.`}
        />
      )}
      <RejectionList
        rejections={rejections}
        onDismiss={() => queue.send({ type: 'rejections.dismiss' })}
      />
      {uploads.length > 0 && (
        <ul className="plain" aria-label={t`Files`}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRemove={() => queue.send({ type: 'file.remove', id: upload.id })}
              onFocusLost={() => document.getElementById(id)?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface UploadRowProps {
  upload: UploadRef;
  onRemove: () => void;
  onFocusLost: () => void;
}

function UploadRow({ upload, onRemove, onFocusLost }: UploadRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const lost = useRef(onFocusLost);
  lost.current = onFocusLost;
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) lost.current();
    };
  }, []);
  const { t, i18n } = useLingui();
  const snapshot = useSelector(upload, (current) => current);
  const { file, share, message } = snapshot.context;
  const percent = Math.round(share * 100);
  const { name } = file;
  const button = (label: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      <span>{label}</span>
      <span className="visually-hidden">{` ${name}`}</span>
    </button>
  );
  return (
    <li ref={row} className={styles.row}>
      <Glyph name={snapshot.matches('uploaded') ? 'check' : 'file'} />
      <div className={styles.what}>
        <span>{name}</span> <span className="soft">{formatSize(file.size, i18n.locale)}</span>
        <div role="status" className="soft">
          {snapshot.matches('queued') && <Trans>Waiting</Trans>}
          {snapshot.matches('uploaded') && <Trans>Uploaded</Trans>}
          {snapshot.matches('cancelled') && <Trans>Cancelled</Trans>}
          {snapshot.matches('failed') && (
            <span className="error">{message ?? t`File upload failed, please try again!`}</span>
          )}
        </div>
        {snapshot.matches('uploading') && (
          <Progress value={percent} aria-label={t`Upload of ${name}`} />
        )}
      </div>
      <div className={styles.actions}>
        {snapshot.can({ type: 'upload.cancel' }) &&
          button(t`Cancel`, () => upload.send({ type: 'upload.cancel' }))}
        {snapshot.can({ type: 'upload.retry' }) &&
          button(t`Retry`, () => upload.send({ type: 'upload.retry' }))}
        {button(t`Remove`, onRemove)}
      </div>
    </li>
  );
}

interface RejectionListProps {
  rejections: readonly Rejection[];
  onDismiss: () => void;
}

function RejectionList({ rejections, onDismiss }: RejectionListProps) {
  const { t } = useLingui();
  if (!rejections.length) return null;
  const { maxFiles } = fileLimits;
  const reasons = {
    empty: t`The file is empty`,
    tooLarge: t`Single file size must not exceed ${{ mebibytes: MAX_FILE_MEBIBYTES }}M`,
    typeNotSupported: t`File type not supported`,
    tooMany: t`There can be at most ${maxFiles} files`,
    rejected: t`File upload failed, please try again!`,
  };
  const distinct = new Map(
    rejections.map(({ name, reason, message }) => {
      const text = message ?? reasons[reason];
      return [`${name} ${text}`, { name, text }];
    }),
  );
  return (
    <Notice kind="error" title={t`Not accepted`}>
      <ul className={styles.rejections}>
        {[...distinct].map(([key, { name, text }]) => (
          <li key={key}>
            <b>{name}</b>
            <span>{`: ${text}`}</span>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.plain} onClick={onDismiss}>{t`Hide`}</button>
    </Notice>
  );
}

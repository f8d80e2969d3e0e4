import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { fileLimits, MAX_FILE_MEBIBYTES } from '#contract/limits.ts';
import { type UploadRef, uploadMachine } from '#machines/upload.machine.ts';
import { uploadQueueMachine } from '#machines/upload-queue.machine.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { transferTo, type UploadCallName } from '#ui/calls/transfer-file.ts';
import { RejectionList } from './rejection-list.tsx';
import styles from './upload-area.module.css';
import { UploadRow } from './upload-row.tsx';

/** A file that the server has. */
export interface StoredUpload {
  fileId: string;
  name: string;
  /** Bytes. */
  size: number;
}

export interface UploadAreaProps {
  /** Id of the button that chooses files. */
  id: string;
  /** Label of the files. */
  label: string;
  error?: string | undefined;
  endpoint: UploadCallName;
  /** Form fields that travel with each file. */
  fields: Record<string, string>;
  stored: readonly StoredUpload[];
  /** Called whenever the files that the server has change. */
  onStored: (stored: StoredUpload[]) => void;
  /** Called with what is still to be done about the files; null when it is nothing. */
  onPending: (problem: UploadProblem | null) => void;
}

/** Files are on their way, or stopped before they arrived. */
export type UploadProblem = 'uploading' | 'notUploaded';

function storedOf(uploads: readonly UploadRef[]): StoredUpload[] {
  return uploads.flatMap((upload) => {
    const { file, fileId } = upload.getSnapshot().context;
    return fileId ? [{ fileId, name: file.name, size: file.size }] : [];
  });
}

function problemOf(snapshot: SnapshotFrom<typeof uploadQueueMachine>): UploadProblem | null {
  if (snapshot.matches('transferring')) return 'uploading';
  return snapshot.matches('unfinished') ? 'notUploaded' : null;
}

/** Area to drop or choose files; each is sent to the server at once, on its own. */
export default function UploadArea(props: UploadAreaProps) {
  const { id, label, error, endpoint, fields, stored, onStored, onPending } = props;
  const { t } = useLingui();
  const areaId = useId();
  const choose = useRef<() => void>(null);
  const queue = useActorRef(
    uploadQueueMachine.provide({
      actors: {
        upload: uploadMachine.provide({ actors: { transferFile: transferTo(endpoint, fields) } }),
      },
    }),
    { input: { limits: fileLimits, stored } },
  );
  const uploads = useSelector(queue, ({ context }) => context.uploads);
  const rejections = useSelector(queue, ({ context }) => context.rejections);

  const listeners = useRef({ onStored, onPending });
  listeners.current = { onStored, onPending };
  useEffect(() => {
    const subscription = queue.subscribe((snapshot) => {
      listeners.current.onPending(problemOf(snapshot));
      listeners.current.onStored(storedOf(snapshot.context.uploads));
    });
    return () => {
      subscription.unsubscribe();
      listeners.current.onPending(null);
    };
  }, [queue]);

  return (
    <div className={`stack stack-small ${styles.area}`} {...(error && { 'data-error': true })}>
      <p id={`${areaId}-label`} className={styles.label}>
        {label}
      </p>
      <p id={`${areaId}-limits`} className={styles.limits}>
        <Trans>
          Up to {fileLimits.maxFiles} files of at most {MAX_FILE_MEBIBYTES}M each:{' '}
          {fileLimits.extensions.join(', ')}
        </Trans>
      </p>
      {error && (
        <p id={`${areaId}-error`} className="error">
          {error}
        </p>
      )}
      <Dropzone
        className={styles.drop ?? ''}
        // Limits are the queue's business: it names a reason for each file.
        onDrop={(files) => queue.send({ type: 'files.add', files })}
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
            <Trans>Choose files</Trans>
          </Button>
          <span className={styles.or}>
            <Trans>or drop them here</Trans>
          </span>
        </div>
      </Dropzone>
      <RejectionList
        rejections={rejections}
        onDismiss={() => queue.send({ type: 'rejections.dismiss' })}
      />
      {uploads.length > 0 && (
        <ul className={`plain ${styles.list}`} aria-label={t`Files`}>
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

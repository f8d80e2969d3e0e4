import { lazy, Suspense } from 'react';
import type { UploadCallName } from '#ui/calls/transfer-file.ts';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';
import { fieldId } from './contract-form.ts';
import styles from './form.module.css';
import { type FieldProps, useFieldLabel } from './text-field.tsx';

/** The upload area loads separately, because it is as large as the rest of a form. */
const UploadArea = lazy(() => import('#ui/upload/upload-area.tsx'));

interface UploadFieldProps extends FieldProps {
  endpoint: UploadCallName;
  usage: string;
}

/** Files as a field of a form (form value: one {@link StoredUpload} per file). */
export function UploadField(props: UploadFieldProps) {
  const { form, name, endpoint, usage } = props;
  const label = useFieldLabel()(props.label, props.optional);
  return (
    <Suspense fallback={<p className={styles.upload}>{label}</p>}>
      <UploadArea
        id={fieldId(name)}
        label={label}
        error={form.errorOf(name)}
        endpoint={endpoint}
        fields={{ usage }}
        name={name}
        queues={form.uploads}
        stored={form.fields.getInputProps(name).value as StoredUpload[]}
        onStored={(stored) => form.fields.setFieldValue(name, stored)}
      />
    </Suspense>
  );
}

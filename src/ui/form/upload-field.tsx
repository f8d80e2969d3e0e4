import { lazy, Suspense } from 'react';
import type { UploadAreaProps } from '#ui/upload/upload-area.tsx';
import styles from './form.module.css';
import { useFieldLabel } from './text-field.tsx';

/** The upload area loads separately, because it is as large as the rest of a form. */
const UploadArea = lazy(() => import('#ui/upload/upload-area.tsx'));

/** Files as a field of a form (form value: one {@link StoredUpload} per file). */
export function UploadField({ optional, ...area }: UploadAreaProps & { optional?: boolean }) {
  const label = useFieldLabel()(area.label, optional);
  return (
    <Suspense fallback={<p className={styles.upload}>{label}</p>}>
      <UploadArea {...area} label={label} />
    </Suspense>
  );
}

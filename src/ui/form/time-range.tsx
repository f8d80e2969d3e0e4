import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Elements } from '#ui/elements.ts';
import styles from './form.module.css';

interface TimeRangeProps {
  /** The fields of its begin and end. */
  children: Elements;
  description?: ReactNode;
}

/** The frame around the two ends of a time range. */
export function TimeRange({ children, description }: TimeRangeProps) {
  return (
    <fieldset className={styles.fieldset}>
      <legend>
        <Trans>Time range</Trans>
      </legend>
      {description && <p className={styles.description}>{description}</p>}
      {children}
    </fieldset>
  );
}

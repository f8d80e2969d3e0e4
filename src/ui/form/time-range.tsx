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
    <fieldset className={`stack ${styles.fieldset}`}>
      <legend>
        <Trans>Time range</Trans>
      </legend>
      {description && <p className="soft">{description}</p>}
      {children}
    </fieldset>
  );
}

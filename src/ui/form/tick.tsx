import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './tick.module.css';

interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A box to tick, or one choice of several; the browser's own, which every helper software knows. */
export function Tick({ type = 'checkbox', label, description, error, id, ...input }: TickProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const describedBy = [description && `${inputId}-description`, error && `${inputId}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.tick} {...(error && { 'data-error': true })}>
      <input
        {...input}
        id={inputId}
        type={type}
        {...(describedBy && { 'aria-describedby': describedBy })}
        {...(error && { 'aria-invalid': true })}
      />
      <label htmlFor={inputId}>{label}</label>
      {description && (
        <p id={`${inputId}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

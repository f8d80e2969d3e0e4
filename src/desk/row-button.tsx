import type { ComponentProps } from 'react';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';

interface RowButtonProps {
  label: string;
  about: string;
  onClick: () => void;
}

export function RowButton({ label, about, onClick }: RowButtonProps) {
  return (
    <button type="button" onClick={onClick}>
      <span>{label}</span> <span className="visually-hidden">{about}</span>
    </button>
  );
}

type ConfirmProps = Omit<ComponentProps<typeof ConfirmButton>, 'opener'>;

/** Row button that asks for confirmation. Its default label is that of the confirmation. */
export function ConfirmRowButton(props: ConfirmProps & { about: string; label?: string }) {
  const { about, label = props.confirm, ...action } = props;
  return (
    <ConfirmButton
      opener={(ask) => <RowButton label={label} about={about} onClick={ask} />}
      {...action}
    />
  );
}

interface RowButtonProps {
  label: string;
  of: string;
  isDisabled?: boolean;
  onClick: () => void;
}

export function RowButton({ label, of, isDisabled, onClick }: RowButtonProps) {
  return (
    <button type="button" disabled={isDisabled} onClick={onClick}>
      <span>{label}</span> <span className="visually-hidden">{of}</span>
    </button>
  );
}

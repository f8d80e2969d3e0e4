interface RowButtonProps {
  label: string;
  of: string;
  onClick: () => void;
}

export function RowButton({ label, of, onClick }: RowButtonProps) {
  return (
    <button type="button" onClick={onClick}>
      <span>{label}</span> <span className="visually-hidden">{of}</span>
    </button>
  );
}

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

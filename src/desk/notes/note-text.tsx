import { partsOf } from '#contract/mentions.ts';
import styles from './notes.module.css';

interface NoteTextProps {
  text: string;
  /** Addresses of the staff whom the text names. */
  mentions: readonly string[];
  /** Address of who reads; stands out where it is named. */
  reader: string;
}

/** A note with the names of colleagues told apart. */
export function NoteText({ text, mentions, reader }: NoteTextProps) {
  return (
    <p className={styles.typed}>
      {partsOf(text, mentions).map((part, index) => {
        // The parts of a text keep their places.
        const key = `${index}`;
        if (part.mentions === null) return <span key={key}>{part.text}</span>;
        return (
          <strong
            key={key}
            title={part.mentions}
            data-reader={part.mentions === reader || undefined}
          >
            {part.text}
          </strong>
        );
      })}
    </p>
  );
}

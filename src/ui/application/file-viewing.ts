import { createContext } from 'react';

/** Place of a page that shows a file beside what names it. */
export interface FileViewing {
  /** Id of the file that is shown. */
  shown: string | undefined;
  show: (fileId: string) => void;
}

/** Null where files are downloaded alone. */
export const FileViewingContext = createContext<FileViewing | null>(null);

/** Tests that a file of this name can be drawn; others are downloaded. */
export const isShowable = (name: string): boolean => /\.(pdf|png|jpe?g)$/i.test(name);

import path from 'node:path';

/** Folder in which the product is installed. */
export const productFolder = path.resolve(import.meta.dirname, '../../..');
/** Folder into which the build writes the browser's part. */
export const pagesFolder = path.join(productFolder, 'dist');

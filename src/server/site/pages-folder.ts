import path from 'node:path';

/** Where the product is installed. */
export const productFolder = path.resolve(import.meta.dirname, '../../..');
/** Where the build puts the browser's part. */
export const pagesFolder = path.join(productFolder, 'dist');

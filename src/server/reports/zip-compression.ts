import { Duplex } from 'node:stream';
import { createDeflateRaw, createGzip } from 'node:zlib';
import { configure } from '@zip.js/zip.js';
import { DEFLATE } from '#lib/encrypted-xlsx/zip-stream.ts';

/** The platform's CompressionStream, with zlib set as for the workbook. */
class FastCompressionStream {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;

  constructor(format: string) {
    const codec = format === 'gzip' ? createGzip(DEFLATE) : createDeflateRaw(DEFLATE);
    const { readable, writable } = Duplex.toWeb(codec);
    this.readable = readable as ReadableStream;
    this.writable = writable as WritableStream;
  }
}

/** Sets zip.js up for reports, which are made on a worker thread already. zlib works on libuv's threads. */
export function configureCompression(): void {
  configure({
    useWebWorkers: false,
    CompressionStream: FastCompressionStream as unknown as typeof CompressionStream,
  });
}

/** Where a command line writes to: a process, or who looks at what one would say. */
export interface Console {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

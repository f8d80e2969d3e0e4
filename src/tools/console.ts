/** Output of a command line: a process, or a test that reads the text. */
export interface Console {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

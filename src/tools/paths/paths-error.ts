/** What is wrong with the command line, in words for a tester. Exit status 2. */
export class PathsError extends Error {}

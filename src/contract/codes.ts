/**
 * Codes of the response envelope. The first three digits are the HTTP status; longer codes
 * distinguish errors of the same status. Codes are stable: pages and other programs may rely on
 * them.
 */
export const codes = {
  ok: 200,
  invalid: 400,
  wrongCode: 40001,
  expiredCode: 40002,
  /** A named file does not exist, belongs to another account, or is already in use. */
  unknownFile: 40003,
  agreementMissing: 40004,
  /** A request outside an emergency includes personal data (Art. 15). */
  personalDataNotAllowed: 40005,
  emptyFile: 40006,
  agreementUnsigned: 40007,
  usedCode: 40011,
  wrongPasskey: 40012,
  unknownLink: 40010,
  signedOut: 401,
  forbidden: 403,
  secondFactorNeeded: 40301,
  freshFactorNeeded: 40302,
  companySignInRejected: 40303,
  notFound: 404,
  methodNotAllowed: 405,
  notAllowedNow: 40901,
  outdated: 40902,
  takenByOther: 40904,
  reportNotReady: 40903,
  lastLead: 40905,
  tooManyFiles: 40906,
  fileWaits: 40907,
  tooManyReports: 40908,
  /** The data holder has suspended the sharing of the data (Art. 4(7), 5(10)). */
  sharingSuspended: 40911,
  secondOpinionNeeded: 40910,
  draftOutdated: 40912,
  recipientMissing: 40914,
  tooManyNotices: 40915,
  answerTooLate: 40916,
  unknownState: 40909,
  tooLarge: 413,
  typeNotSupported: 415,
  /** The file is potentially harmful: macros, malware, or an archive bomb. */
  unsafeFile: 41501,
  vehicleNotLinked: 42201,
  locked: 423,
  /** The limit of codes for the address is used up. Its owner can sign in with a mailed link. */
  linkNeeded: 42301,
  tooSoon: 429,
  tooMany: 42901,
  internal: 500,
  fileDamaged: 50001,
  unavailable: 503,
  storageFull: 507,
  otherSystemUnavailable: 50301,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

export function httpStatus(code: Code): number {
  return Number(String(code).slice(0, 3));
}

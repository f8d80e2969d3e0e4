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
  /** The file is the contract template, without a signature. */
  agreementUnsigned: 40007,
  /** The code of the authenticator app is correct, but was already used. */
  usedCode: 40011,
  wrongPasskey: 40012,
  /** The link that lifts a lock was already used, or belongs to another lock. */
  unknownLink: 40010,
  signedOut: 401,
  forbidden: 403,
  secondFactorNeeded: 40301,
  freshFactorNeeded: 40302,
  companySignInRejected: 40303,
  notFound: 404,
  methodNotAllowed: 405,
  notAllowedNow: 40901,
  /** The application was changed in the meantime: the sent revision is not the current one. */
  outdated: 40902,
  takenByOther: 40904,
  reportNotReady: 40903,
  lastLead: 40905,
  tooManyFiles: 40906,
  fileWaits: 40907,
  tooManyReports: 40908,
  /** The data holder has suspended the sharing of the data (Art. 4(7), 5(10)). */
  sharingSuspended: 40911,
  /** The approval requires an agreeing second opinion, which is missing. */
  secondOpinionNeeded: 40910,
  /** The draft was saved, submitted or deleted elsewhere: the sent revision is outdated. */
  draftOutdated: 40912,
  /** The data go to a third party whose e-mail address is unknown. */
  recipientMissing: 40914,
  /** The application has as many notices on passing data on as possible. */
  tooManyNotices: 40915,
  /** The date by which the requester had to answer has passed. */
  answerTooLate: 40916,
  unknownState: 40909,
  tooLarge: 413,
  typeNotSupported: 415,
  /** The file is potentially harmful: macros, malware, or an archive bomb. */
  unsafeFile: 41501,
  vehicleNotLinked: 42201,
  /** The e-mail address is locked after five wrong codes. */
  locked: 423,
  /** Others used up the codes of the address. Its owner can sign in with a mailed link. */
  linkNeeded: 42301,
  tooSoon: 429,
  /** A rate limit is exceeded; `retryAfter` is the time to wait. */
  tooMany: 42901,
  internal: 500,
  fileDamaged: 50001,
  unavailable: 503,
  storageFull: 507,
  otherSystemAway: 50301,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

export function httpStatus(code: Code): number {
  return Number(String(code).slice(0, 3));
}

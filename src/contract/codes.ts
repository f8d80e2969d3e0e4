/**
 * Codes of the envelope. The first three digits are the HTTP status; longer codes distinguish
 * errors of the same status. Codes are stable: pages and other programs may rely on them.
 */
export const codes = {
  ok: 200,
  invalid: 400,
  wrongCode: 40001,
  /** The verification code is used or expired: a new one is needed. */
  expiredCode: 40002,
  /** A named file does not exist, belongs to another account, or is already in use. */
  unknownFile: 40003,
  agreementMissing: 40004,
  /** A request outside an emergency includes personal data (Art. 15). */
  personalDataNotAllowed: 40005,
  emptyFile: 40006,
  /** The code of the authenticator app is correct and was already used. */
  usedCode: 40011,
  /** The passkey, or its response to the challenge, is not valid. */
  wrongPasskey: 40012,
  /** The link that lifts a lock was used, or belongs to another lock. */
  unknownLink: 40010,
  signedOut: 401,
  forbidden: 403,
  secondFactorNeeded: 40301,
  /** The call requires a recent second factor. */
  freshFactorNeeded: 40302,
  /** The company sign-in was not completed, or gives no access here. */
  companySignInRefused: 40303,
  notFound: 404,
  methodNotAllowed: 405,
  /** The machine does not accept the event in this state. */
  notAllowedNow: 40901,
  /** The application was changed meanwhile: the revision is not the current one. */
  outdated: 40902,
  takenByOther: 40904,
  reportNotReady: 40903,
  /** The last lead cannot lose the role. */
  lastLead: 40905,
  /** Too many uploaded files are not named by a form yet. */
  tooManyFiles: 40906,
  /** The scanner has not checked the file yet. */
  fileWaits: 40907,
  /** The report was regenerated as often as allowed. */
  tooManyReports: 40908,
  /** The data holder has suspended the sharing of the data (Art. 4(7), 5(10)). */
  sharingSuspended: 40911,
  /** The kind of application requires a second opinion before approval, and none agrees. */
  secondOpinionNeeded: 40910,
  /** The draft was saved, submitted or deleted elsewhere: the revision is not the current one. */
  draftOutdated: 40912,
  /** The subject of the call is stored in a state that this release does not have. */
  unknownState: 40909,
  tooLarge: 413,
  typeNotSupported: 415,
  /** The file could harm its reader: macros, malware, or an archive bomb. */
  unsafeFile: 41501,
  vehicleNotLinked: 42201,
  /** The address is locked after five wrong codes. */
  locked: 423,
  /** Others exhausted the codes of the address: its owner gets a link by e-mail to sign in. */
  linkNeeded: 42301,
  tooSoon: 429,
  /** A rate limit is exceeded; `retryAfter` says for how long. */
  tooMany: 42901,
  internal: 500,
  /** A stored file is missing or damaged. */
  fileDamaged: 50001,
  /** The database is unavailable. */
  unavailable: 503,
  /** The disk is full. */
  storageFull: 507,
  /** An external system is unavailable. */
  otherSystemAway: 50301,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

export function httpStatus(code: Code): number {
  return Number(String(code).slice(0, 3));
}

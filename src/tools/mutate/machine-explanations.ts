/** Why a mutant that nothing catches is no fault: what it changes, nobody could ever see. */
const reasons: readonly { reason: string; mutants: readonly string[] }[] = [
  {
    reason: 'the candidate before takes every personal application, so only public ones come here',
    mutants: ['application: drop part 3 of the guard of qualification.submitted:review.start:1'],
  },
  {
    reason: 'an application is personal or public, so of the two candidates never both hold',
    mutants: ['application: swap candidates 0 and 1 of qualification.submitted:review.start:1'],
  },
  {
    reason: 'no transition enters the outer state as such, all name a state inside',
    mutants: [
      'application: other initial underReview in dataRequest',
      'application: other initial informationRequired in dataRequest',
      'application: other initial byHolder in terminated',
    ],
  },
  {
    reason: 'the target is where its parallel state begins anyway, and the other region begins too',
    mutants: [
      'login: retarget sendingCode:done.sendCode:0 to code.entry.editing',
      'login: retarget sendingCode:done.sendCode:0 to code.resend.waiting',
      'login: retarget sendingCode:error.sendCode:1 to code.entry.editing',
      'login: retarget sendingCode:error.sendCode:1 to code.resend.waiting',
    ],
  },
  {
    reason: 'a problem is of one kind, so of the two candidates never both hold',
    mutants: ['login: swap candidates 0 and 1 of sendingCode:error.sendCode:1'],
  },
  {
    reason: 'to target the own state without entering it again is to stay',
    mutants: ['upload: retarget uploading:transfer.progressed:0 to uploading'],
  },
  {
    reason: 'a queued file that has its id is uploaded at once',
    mutants: ['upload: retarget uploading:transfer.succeeded:0 to queued'],
  },
  {
    reason: 'whether files travel is asked again at once, and decides between the three states',
    mutants: [
      ...['files.add', 'file.remove', 'rejections.dismiss', 'upload.changed'].flatMap((event) =>
        ['settled', 'transferring', 'unfinished'].map(
          (state) => `upload-queue: retarget #uploadQueue:${event}:0 to ${state}`,
        ),
      ),
      'upload-queue: other initial transferring in #uploadQueue',
      'upload-queue: other initial unfinished in #uploadQueue',
    ],
  },
  {
    reason: 'an open banner with a choice on record is closed at once',
    mutants: ['consent: retarget recording:done.recordChoice:0 to open'],
  },
];

/** By the id of a mutant. */
export const explanations: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(({ reason, mutants }) => mutants.map((mutant) => [mutant, reason])),
);

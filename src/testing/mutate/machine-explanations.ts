/** Why a mutant that nothing catches is no fault: what it changes, nobody could ever see. */
const reasons: readonly { reason: string; mutants: readonly string[] }[] = [
  {
    reason: 'the candidate before takes every personal application, so only public ones come here',
    mutants: [
      'application: drop part 4 of the guard of qualification.submitted:review.start:1',
      'application: guard always holds isPublic',
    ],
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
      'application: other initial withheld in dataRequest',
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
    reason: 'a proof is of one kind, so of two candidates never both hold',
    mutants: ['secret.active', 'secret.replacing'].flatMap((state) => [
      `second-factor: swap candidates 0 and 1 of ${state}:factor.give:1`,
      `second-factor: swap candidates 1 and 2 of ${state}:factor.give:2`,
    ]),
  },
  {
    reason: 'a queued file that has its id is uploaded at once',
    mutants: ['upload: retarget uploading:transfer.succeeded:0 to queued'],
  },
  {
    reason: 'whether files travel is asked again at once, and decides between the three states',
    mutants: [
      'upload-queue: retarget #uploadQueue:upload.changed:1 to settled',
      ...[
        'files.add:0',
        'file.remove:0',
        'rejections.dismiss:0',
        'upload.changed:0',
        'upload.changed:1',
        'upload.changed:2',
      ].flatMap((event) =>
        ['transferring', 'unfinished'].map(
          (state) => `upload-queue: retarget #uploadQueue:${event} to ${state}`,
        ),
      ),
      'upload-queue: retarget settled:always:0 to unfinished',
      'upload-queue: retarget transferring:always:1 to unfinished',
      'upload-queue: retarget unfinished:always:0 to settled',
      'upload-queue: retarget unfinished:always:1 to transferring',
      'upload-queue: other initial transferring in #uploadQueue',
      'upload-queue: other initial unfinished in #uploadQueue',
    ],
  },
  {
    reason: 'an open banner with a choice on record is closed at once',
    mutants: ['consent: retarget recording:done.recordChoice:0 to open'],
  },
  {
    reason: 'a file is in one stage, so of the two candidates never both hold',
    mutants: [
      'upload-queue: swap candidates 0 and 1 of #uploadQueue:upload.changed:1',
      'upload-queue: swap candidates 0 and 1 of transferring:always:1',
      'upload-queue: swap candidates 0 and 1 of unfinished:always:1',
    ],
  },
];

/** By the id of a mutant. */
export const explanations: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(({ reason, mutants }) => mutants.map((mutant) => [mutant, reason])),
);

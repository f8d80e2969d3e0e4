import { and, type SnapshotFrom } from 'xstate';
import { applicationSetup } from './application.setup.ts';
import {
  approve,
  decide,
  endSharing,
  passDeadline,
  refuse,
  refuseWaiting,
  reopen,
  reopenAwaiting,
  requestData,
  requestInformation,
  resumeApproved,
  resumeWithheld,
  supplyInformation,
  suspend,
  transitionsOfOpen,
  undo,
  undoApproval,
  undoReopening,
  undoToApproved,
  withdrawApproval,
  withdrawInformationRequest,
  withhold,
} from './application.transitions.ts';

/**
 * Lifecycle of one application, from its submission. Has no actors or timers; deadlines arrive as
 * events.
 */
export const applicationMachine = applicationSetup.createMachine({
  id: 'application',
  meta: { requirements: ['4-transitions', '4-codes'] },
  context: ({ input }) => ({
    ...input,
    assignee: null,
    handedOverBy: null,
    revision: 0,
    answerDueAt: null,
    linkEndedAt: null,
    endedIn: null,
    lastDecision: null,
  }),
  initial: { target: 'qualification', actions: ['notifyRequester', 'notifyDesk'] },
  states: {
    qualification: {
      ...transitionsOfOpen,
      initial: 'submitted',
      states: {
        submitted: {
          meta: { code: 0, list: 'qualificationReview' },
          tags: ['holdersTurn'],
          on: {
            'review.start': [
              {
                guard: and(['byReviewer', 'isPersonal']),
                target: 'underReview',
                actions: decide('qualification.submitted'),
              },
              {
                guard: and(['byReviewer', 'isPublic']),
                meta: { requirements: ['Art. 14', 'Art. 18(1)'] },
                target: '#application.dataRequest.underReview',
                actions: decide('qualification.submitted'),
              },
            ],
            'application.refuse': refuse('qualification.submitted'),
          },
        },
        underReview: {
          meta: { code: 1, list: 'qualificationReview' },
          tags: ['holdersTurn'],
          on: {
            'qualification.pass': {
              guard: 'byReviewer',
              meta: { requirements: ['Art. 4(1)', 'Art. 5(1)'] },
              target: '#application.dataRequest.awaited',
              actions: [decide('qualification.underReview'), 'awaitAnswer', 'notifyRequester'],
            },
            'information.request': requestInformation('qualification.underReview'),
            'application.refuse': refuse('qualification.underReview'),
            'decision.undo': [
              undo('qualification.submitted'),
              undo('qualification.informationRequired'),
            ],
          },
        },
        informationRequired: {
          meta: { code: 9, list: 'qualificationReview' },
          tags: ['supplementable', 'requestersTurn'],
          on: {
            'information.supply': supplyInformation,
            'information.withdraw': withdrawInformationRequest('qualification.informationRequired'),
            'deadline.passed': passDeadline('qualification.informationRequired'),
            'application.refuse': refuseWaiting('qualification.informationRequired'),
            'decision.undo': undo('qualification.underReview'),
          },
        },
      },
    },
    dataRequest: {
      ...transitionsOfOpen,
      initial: 'awaited',
      states: {
        awaited: {
          meta: { code: 2, list: 'dataApplication' },
          tags: ['requestersTurn'],
          on: {
            'data.request': requestData,
            'deadline.passed': passDeadline('dataRequest.awaited'),
            'application.refuse': refuseWaiting('dataRequest.awaited'),
            'decision.undo': undo('qualification.underReview'),
          },
        },
        underReview: {
          meta: { code: 3, list: 'dataApplication' },
          tags: ['holdersTurn'],
          on: {
            'information.request': requestInformation('dataRequest.underReview'),
            'data.approve': approve,
            'sharing.withhold': withhold,
            'application.refuse': refuse('dataRequest.underReview'),
            'decision.undo': [
              undo('qualification.submitted'),
              undo('dataRequest.informationRequired'),
              undo('dataRequest.withheld'),
              undoToApproved,
            ],
          },
        },
        informationRequired: {
          meta: { code: 8, list: 'dataApplication' },
          tags: ['supplementable', 'requestersTurn'],
          on: {
            'information.supply': supplyInformation,
            'information.withdraw': withdrawInformationRequest('dataRequest.informationRequired'),
            'deadline.passed': passDeadline('dataRequest.informationRequired'),
            'application.refuse': refuseWaiting('dataRequest.informationRequired'),
            'decision.undo': undo('dataRequest.underReview'),
          },
        },
        /** Withheld until measures that protect trade secrets are applied (Art. 4(7), 5(10)). */
        withheld: {
          meta: { code: 3, list: 'dataApplication' },
          tags: ['withheld', 'decided'],
          on: {
            'sharing.resume': resumeWithheld,
            'application.refuse': refuse('dataRequest.withheld'),
            'decision.undo': undo('dataRequest.underReview'),
          },
        },
      },
    },
    approved: {
      meta: { code: 4, list: 'approved' },
      tags: ['downloadable', 'ended', 'decided'],
      on: {
        'sharing.suspend': suspend,
        'approval.withdraw': withdrawApproval,
        'decision.undo': [undoApproval, undo('suspended')],
      },
    },
    /**
     * Suspended until the measures that protect trade secrets are complied with (Art. 4(7), 5(10)),
     * or until the data holder and a public-sector body have agreed on the use of the data.
     */
    suspended: {
      meta: { code: 5, list: 'approved' },
      tags: ['withheld', 'suspended', 'decided'],
      on: {
        'sharing.resume': resumeApproved,
        'sharing.end': endSharing,
        'decision.undo': [undoToApproved, undoReopening],
      },
    },
    terminated: {
      initial: 'byRequester',
      states: {
        byRequester: { meta: { code: 10, list: 'termination' }, tags: ['ended'], type: 'final' },
        byHolder: {
          meta: { code: 11, list: 'termination' },
          tags: ['ended', 'decided', 'endedByHolder'],
          on: {
            'application.reopen': [
              reopen('qualification.submitted'),
              reopen('qualification.underReview'),
              reopenAwaiting('qualification.informationRequired'),
              reopenAwaiting('dataRequest.awaited'),
              reopen('dataRequest.underReview'),
              reopenAwaiting('dataRequest.informationRequired'),
              reopen('dataRequest.withheld'),
              reopen('suspended'),
            ],
            'decision.undo': [
              undo('qualification.submitted'),
              undo('qualification.underReview'),
              undo('qualification.informationRequired'),
              undo('dataRequest.awaited'),
              undo('dataRequest.underReview'),
              undo('dataRequest.informationRequired'),
              undo('dataRequest.withheld'),
              undo('suspended'),
            ],
          },
        },
      },
    },
  },
});

export type {
  ApplicationContext,
  ApplicationKind,
  ApplicationList,
  ApplicationStatus,
  ApplicationTag,
  LastDecision,
} from './application.setup.ts';
export type ApplicationSnapshot = SnapshotFrom<typeof applicationMachine>;

import type { MessageDescriptor } from '@lingui/core';
import {
  type ApplicationState,
  applicationStates,
  isApplicationState,
} from '#contract/stored-application.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

interface StateWords {
  label: MessageDescriptor;
  stop?: MessageDescriptor;
}

interface DescribedState extends StateWords {
  /** Identifies the state in the desk's URLs; shared by states with the same label. */
  group: string;
  /** Label in charts, for states that otherwise have the same label as another state. */
  inChart?: MessageDescriptor;
  public?: Partial<StateWords>;
}

const states: Readonly<Record<ApplicationState, DescribedState>> = {
  'qualification.submitted': { group: 'submitted', label: msg`Submitted` },
  'qualification.underReview': {
    group: 'qualification',
    label: msg`Qualification under review`,
    stop: msg`Qualification review`,
  },
  'qualification.informationRequired': {
    group: 'information',
    label: msg`Information to be added`,
  },
  'dataRequest.awaited': {
    group: 'pending',
    label: msg`Data application pending`,
    stop: msg`Your data request`,
  },
  'dataRequest.underReview': {
    group: 'data',
    label: msg`Data under review`,
    stop: msg`Data review`,
    public: { label: msg`Waiting for data verification`, stop: msg`Data verification` },
  },
  'dataRequest.informationRequired': { group: 'information', label: msg`Information to be added` },
  'dataRequest.withheld': { group: 'withheld', label: msg`Data withheld` },
  approved: { group: 'approved', label: msg`Review passed`, stop: msg`Data ready` },
  suspended: { group: 'suspended', label: msg`Data suspended` },
  'terminated.byRequester': {
    group: 'terminated',
    label: msg`Terminated`,
    inChart: msg`Terminated by the requester`,
  },
  'terminated.byHolder': {
    group: 'terminated',
    label: msg`Terminated`,
    inChart: msg`Terminated by the data holder`,
  },
};

export const chartLabels: Readonly<Record<string, MessageDescriptor>> = Object.fromEntries(
  Object.entries(states).map(([state, { label, inChart = label }]) => [state, inChart]),
);

export const stateGroups: ReadonlyMap<string, readonly ApplicationState[]> = Map.groupBy(
  applicationStates,
  (state) => states[state].group,
);

const formerLabel = msg`Status no longer in use`;

export function stateWords(state: string, kind: ApplicationKind): Required<StateWords> {
  if (!isApplicationState(state)) return { label: formerLabel, stop: formerLabel };
  const { public: publicWords, ...words } = states[state];
  const { label, stop = label } = kind === 'public' ? { ...words, ...publicWords } : words;
  return { label, stop };
}

import { type ReactNode, Suspense } from 'react';
import { FreshFactor } from '#desk/desk.tsx';
import { StaffContext } from '#desk/staff-context.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { MessageArea } from '#ui/messages/message-area.tsx';
import { showPart } from './open-page.tsx';
import { reviewer } from './people.ts';
import { NUMBER } from './records.ts';
import type { Answers } from './stub-calls.ts';

type Parts = (record: CallData<'deskApplication'>) => ReactNode;

/** Renders a part of the desk for a member of the staff, with messages and without the frame. */
export function showAtDesk(
  part: ReactNode,
  answers: Answers,
  user: CallData<'currentUser'> = reviewer,
  address?: string,
) {
  return showPart(
    <StaffContext value={{ user, reload: () => {} }}>
      <Suspense>{part}</Suspense>
      <FreshFactor />
      <MessageArea />
    </StaffContext>,
    { currentUser: user, ...answers },
    address,
  );
}

/** Renders parts of the page of an application, which are rendered again when it changes. */
export const showCase = (parts: Parts, answers: Answers, user?: CallData<'currentUser'>) =>
  showAtDesk(<Loaded parts={parts} />, answers, user);

function Loaded({ parts }: { parts: Parts }) {
  const { data } = useQuery('deskApplication', { applicationNumber: NUMBER });
  return data && parts(data);
}

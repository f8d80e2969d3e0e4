import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskNoteAdd } from '#contract/assignment.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { type CaseProps, questionTo } from '../case.ts';
import { ChooseColleague } from '../choose-colleague.tsx';
import { asksSecondOpinion } from '../decision/offered-decisions.ts';
import { useStaff } from '../staff-context.ts';
import { MentionField } from './mention-field.tsx';

export function NoteForm({ record }: CaseProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  const { number: applicationNumber, requester } = record;
  const [isAsking, setAsking] = useState(false);
  const question = questionTo(record.notes, user.email);
  // Without an assignee, because colleagues of the assignee may give an opinion too.
  const isOnApproval = asksSecondOpinion({ ...record, assignee: null }, user);
  const isGiving = question !== undefined && !isOnApproval;
  const form = useContractForm({
    schema: deskNoteAdd.input,
    initialValues: { note: '' },
    toInput: (values) => ({ applicationNumber, ...values }),
    words: { note: { prompt: t`Write the note`, control: { kind: 'text' } } },
    draft: `${user.id}:note:${applicationNumber}`,
  });

  type Input = Parameters<Parameters<typeof form.send>[0]>[0];
  const post = (send: (input: Input) => Promise<unknown>, done?: string) =>
    form.send(async (input) => {
      await send(input);
      form.restart();
      if (done) showMessage({ kind: 'notice', text: done });
    });
  const add = () => post((input) => call('deskNoteAdd', input));
  const give = (stance: { agrees?: boolean } = {}) =>
    post(
      async (input) =>
        question && call('deskOpinionGive', { ...input, ...stance, question: question.id }),
      t`Your opinion is saved. The colleague who asked gets an e-mail.`,
    );
  const ask = (of: string, email: string) => {
    setAsking(false);
    return post(
      (input) => call('deskOpinionAsk', { ...input, of }),
      t`${email} is asked for an opinion.`,
    );
  };

  return (
    <CheckedForm form={form} onSubmit={isGiving ? () => give() : add}>
      <MentionField form={form} name="note" label={t`New note`} without={[user.id, requester]} />
      <div className="row above">
        {isGiving && (
          <Button type="submit" loading={form.isSending}>
            {t`Give your opinion`}
          </Button>
        )}
        {question && isOnApproval && (
          <>
            <Button loading={form.isSending} onClick={() => give({ agrees: true })}>
              {t`Agree to the approval`}
            </Button>
            <Button loading={form.isSending} onClick={() => give({ agrees: false })}>
              {t`Advise against the approval`}
            </Button>
          </>
        )}
        <Button
          type={isGiving ? 'button' : 'submit'}
          variant="default"
          loading={form.isSending}
          {...(isGiving && { onClick: add })}
        >
          {t`Add the note`}
        </Button>
        <Button
          variant="default"
          disabled={form.isSending}
          onClick={() => form.check() && setAsking(true)}
        >
          {t`Ask for an opinion`}
        </Button>
      </div>
      {isAsking && (
        <ChooseColleague
          title={t`Ask a colleague for an opinion`}
          confirm={t`Ask for an opinion`}
          without={[user.id, requester]}
          onChosen={ask}
          onCancel={() => setAsking(false)}
        />
      )}
    </CheckedForm>
  );
}

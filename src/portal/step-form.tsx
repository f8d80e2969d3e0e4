import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm, type CheckedFormProps } from '#ui/form/checked-form.tsx';
import { type ContractForm, isWithin } from '#ui/form/contract-form.ts';
import { listQuestion, MAIN_LIST } from './addresses.ts';
import { Abandon } from './applications/application-buttons.tsx';
import type { EndForm } from './form-entries.ts';

interface Step {
  address: string;
  /** Parts of the form on this page. They are validated before the next page opens. */
  parts?: readonly string[] | undefined;
}

interface StepFormProps {
  form: CheckedFormProps['form'] & Pick<ContractForm, 'check' | 'done'>;
  steps: readonly Step[];
  here: Step;
  sendLabel: string;
  onSend: () => void;
  onEnd: EndForm;
  children: Elements;
}

export function StepForm(props: StepFormProps) {
  const { form, steps, here, sendLabel, onSend, onEnd, children } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const index = steps.indexOf(here);
  const next = steps[index + 1];
  // Fields without a page of their own are on the last page.
  const pageOf = (field: string) =>
    (steps.find(({ parts }) => parts?.some((part) => isWithin(field, part))) ?? steps.at(-1))
      ?.address;

  const concernsPage = form.problems.some(({ field }) => pageOf(field) === here.address);
  // The last page validates all pages. Its problems stay listed on each page that has one of them.
  const problems = !next || concernsPage ? form.problems : [];

  function advance() {
    if (!next) onSend();
    else if (form.check(here.parts)) navigate(next.address);
  }

  async function abandon() {
    form.done();
    onEnd(MAIN_LIST);
  }

  return (
    <CheckedForm form={{ ...form, problems }} pageOf={pageOf} onSubmit={advance}>
      {children}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {next ? <Trans>Continue</Trans> : sendLabel}
        </Button>
        <Link to={steps[index - 1]?.address ?? MAIN_LIST}>{t`Back`}</Link>
        <Abandon
          opener={(ask) => (
            <Button variant="subtle" onClick={ask}>{t`Cancel the application`}</Button>
          )}
          work={abandon}
        />
      </div>
    </CheckedForm>
  );
}

export function useEarlierForm<Kind extends ApplicationKind>(kind: Kind) {
  const { data: list } = useQuery('history', listQuestion(undefined, 1), { silent: true });
  const [last] = (list?.items ?? [])
    .filter((item) => item.kind === kind)
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const query = last ? { applicationNumber: last.number } : null;
  return useQuery('applicationDetails', query, { silent: true }).data?.[kind];
}

export function EarlierDetailsButton({ name, onUse }: { name: string; onUse: () => void }) {
  const { t } = useLingui();
  return (
    <div>
      <Button variant="default" onClick={onUse}>{t`Use the details of ${name}`}</Button>
    </div>
  );
}

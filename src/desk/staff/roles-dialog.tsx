import { useLingui } from '@lingui/react/macro';
import { staffChange } from '#contract/staff.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useRoleWords } from './use-role-words.ts';

interface RolesDialogProps {
  colleague?: Pick<CallData<'staffList'>[number], 'email' | 'roles'>;
  onClose: () => void;
}

export function RolesDialog({ colleague, onClose }: RolesDialogProps) {
  const { t } = useLingui();
  const words = useRoleWords();
  const known = colleague?.email ?? '';
  const form = useContractForm({
    schema: staffChange.input,
    initialValues: { email: known, roles: colleague?.roles ?? ['reviewer'] },
    toInput: ({ email, roles }) => ({
      email,
      roles: staffRoles.filter((role) => roles.includes(role)),
    }),
    // The call also accepts an empty list of roles, which deactivates a colleague.
    alsoAsk: ({ roles }) => (roles.length > 0 ? [] : [{ field: 'roles', problem: 'choice' }]),
    words: {
      email: {
        prompt: t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`,
      },
      roles: { prompt: t`Choose at least one role` },
    },
  });

  const change = () =>
    form.send(async (input) => {
      const { awaitsLead } = await call('staffChange', input);
      const { email } = input;
      const done = colleague
        ? t`The roles of ${email} are changed.`
        : t`${email} can sign in as staff now.`;
      const waits = colleague?.roles.includes('lead')
        ? t`${email} stays a lead until another lead confirms the removal.`
        : t`${email} becomes a lead once another lead confirms it.`;
      onClose();
      showMessage({ kind: 'notice', text: awaitsLead ? waits : done });
    });

  return (
    <Dialog
      title={colleague ? t`Roles of ${{ email: known }}` : t`Add a colleague`}
      onClose={onClose}
    >
      <CheckedForm
        form={form}
        onSubmit={change}
        action={colleague ? t`Change roles` : t`Add`}
        onClose={onClose}
      >
        {!colleague && (
          <TextField
            form={form}
            name="email"
            type="email"
            label={t`E-mail address`}
            description={t`They sign in with this address. No registration is needed.`}
          />
        )}
        <ChoiceField
          form={form}
          name="roles"
          several
          label={t`Roles`}
          choices={staffRoles.map((role) => ({ value: role, ...words[role] }))}
        />
      </CheckedForm>
    </Dialog>
  );
}

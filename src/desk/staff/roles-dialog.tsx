import { useLingui } from '@lingui/react/macro';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { codes } from '#contract/codes.ts';
import { EMAIL } from '#contract/limits.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './staff-page.module.css';
import { useRoleWords } from './use-role-words.ts';

interface RolesDialogProps {
  title: string;
  confirm: string;
  /** E-mail address of the staff member. If absent, the dialog shows a field for it. */
  email?: string;
  roles: readonly StaffRole[];
  onGiven: (email: string, roles: readonly StaffRole[]) => Promise<void>;
  onCancel: () => void;
}

export function RolesDialog({ title, confirm, email, roles, onGiven, onCancel }: RolesDialogProps) {
  const { t } = useLingui();
  const words = useRoleWords();
  const [ticked, setTicked] = useState(roles);
  const [problems, setProblems] = useState<{ email?: string; roles?: string; other?: string }>({});
  const [isSending, setSending] = useState(false);
  const format = t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`;

  async function give(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('email') as HTMLInputElement | null;
    const found = {
      ...(field && !field.validity.valid && { email: format }),
      ...(ticked.length === 0 && { roles: t`Choose at least one role` }),
    };
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setSending(true);
    try {
      await onGiven(email ?? field?.value.trim() ?? '', ticked);
    } catch (error) {
      setSending(false);
      if (!(error instanceof ApiError)) throw error;
      const { fields = [] } = error.dataOf(codes.invalid) ?? {};
      const isOfEmail = fields.some((one) => one.field === 'email');
      setProblems(isOfEmail ? { email: format } : { other: error.message });
    }
  }

  return (
    <Dialog title={title} onClose={onCancel}>
      <form className="stack" noValidate onSubmit={give}>
        {problems.other && (
          <Notice kind="error">
            <span>{problems.other}</span>
          </Notice>
        )}
        {email === undefined && (
          <TextInput
            name="email"
            type="email"
            pattern={EMAIL.source}
            required
            label={<span>{t`E-mail address`}</span>}
            description={t`They sign in with this address. No registration is needed.`}
            error={problems.email}
          />
        )}
        <fieldset className={`stack ${styles.roles}`}>
          <legend>{t`Roles`}</legend>
          {staffRoles.map((role, index) => (
            <Checkbox
              key={role}
              name="roles"
              checked={ticked.includes(role)}
              onChange={() => setTicked(toggled(ticked, role))}
              {...words[role]}
              error={index === staffRoles.length - 1 ? problems.roles : undefined}
            />
          ))}
        </fieldset>
        <div className="row">
          <Button type="submit" loading={isSending}>
            {confirm}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t`Go back`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function toggled(roles: readonly StaffRole[], role: StaffRole): StaffRole[] {
  return staffRoles.filter((one) => roles.includes(one) !== (one === role));
}

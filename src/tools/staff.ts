import * as z from 'zod/mini';
import { email as emailSchema } from '#contract/fields.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import { unlinkCompany } from '#server/accounts/company/company-accounts.ts';
import {
  confirmLead,
  declineLead,
  listNominations,
} from '#server/accounts/staff/lead-nominations.ts';
import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import {
  changeStaff,
  forgetFactorOf,
  listStaff,
  unlockAddress,
} from '#server/accounts/staff/staff-accounts.ts';
import { forgetSecret } from '#server/platform/audit/keys-in-use.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { errorText } from '#server/site/error-texts.ts';
import { withServices } from './installation.ts';
import { type Command, oneOf, parsed, ToolError, UsageError } from './usage.ts';

export const help = `Staff accounts of the desk.

  portal staff list
  portal staff set <address> <role> [<role> …]   ${staffRoles.join(', ')}
  portal staff remove <address>            removes all roles
  portal staff confirm <address>           confirms a proposed lead or removal of a lead
  portal staff decline <address>           declines the proposal
  portal staff unlock <address>            after ${MAX_WRONG_TRIES} wrong codes
  portal staff forget-factor <address>     allows another second factor
  portal staff unlink <address>            removes the link to the company account
  portal staff forget-secret               allows a start without the lost SECRET; all staff
                                           then set up their authenticator apps again

The portal may be running. DATA_DIR and DATABASE_URL name the installation.
`;

const commands = [
  'list',
  'set',
  'remove',
  'confirm',
  'decline',
  'unlock',
  'forget-factor',
  'unlink',
  'forget-secret',
] as const;

export const run: Command = async (args, env, { stdout }) => {
  const [name, ...rest] = parsed({ args, allowPositionals: true }).positionals;
  if (name === undefined) throw new UsageError('Name a command');
  const command = oneOf('command', name, commands);
  const act = async (services: Services) => {
    stdout.write(`${await perform(services, command, rest)}\n`);
    return 0;
  };
  // The first lead can be created before the portal's first start.
  return withServices(env, act, { mayBegin: command === 'set' }).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ToolError(errorText('en', error.code, error.data, 'UTC'));
  });
};

async function perform(
  services: Services,
  command: (typeof commands)[number],
  [address, ...roles]: readonly string[],
): Promise<string> {
  const hasAddress = command !== 'list' && command !== 'forget-secret';
  const [unexpected] = hasAddress ? (command === 'set' ? [] : roles) : [address];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument «${unexpected}»`);
  if (command === 'list') {
    const staff = await listStaff(services);
    const lines = staff.map(
      (one) =>
        `${one.email.padEnd(32)} ${one.roles.join(', ')}${one.hasSecondFactor ? '' : ' (no second factor yet)'}${one.lockedUntil ? ' (locked)' : ''}`,
    );
    const proposed = (await listNominations(services)).map(
      ({ email, roles, by }) =>
        `${email.padEnd(32)} ${roles.join(', ') || 'no role'} (proposed by ${by})`,
    );
    return [...lines, ...proposed].join('\n') || 'No account has a role';
  }
  if (command === 'forget-secret') {
    await forgetSecret(services.store.db);
    return 'The portal can now start with another SECRET';
  }
  const email = addressOf(address);
  if (command === 'confirm' || command === 'decline') await requireProposal(services, email);
  switch (command) {
    case 'set':
      if (roles.length === 0) throw new UsageError('Name at least one role');
      await changeStaff(services, COMMAND_LINE, { email, roles: roles.map(roleOf) });
      return `${email} now has these roles: ${roles.join(', ')}`;
    case 'remove':
      await changeStaff(services, COMMAND_LINE, { email, roles: [] });
      return `${email} no longer has a role`;
    case 'confirm':
      return (await confirmLead(services, COMMAND_LINE, email)).includes('lead')
        ? `${email} is a lead`
        : `${email} is no longer a lead`;
    case 'decline':
      await declineLead(services, COMMAND_LINE, email);
      return `The proposal for ${email} was declined`;
    case 'unlock':
      return (await unlockAddress(services, COMMAND_LINE, email))
        ? `${email} is unlocked`
        : `${email} was not locked`;
    case 'forget-factor':
      if (!(await forgetFactorOf(services, COMMAND_LINE, email)))
        throw new UsageError(`${email} has no account`);
      return `${email} must set up a second factor at the next sign-in`;
    case 'unlink':
      if (!(await unlinkCompany(services, COMMAND_LINE, email)))
        throw new UsageError(`${email} is not linked to a company account`);
      return `${email} is no longer linked to a company account. Its roles remain until they are removed.`;
  }
}

async function requireProposal(services: Services, email: string): Promise<void> {
  const proposals = await listNominations(services);
  if (!proposals.some((proposal) => proposal.email === email))
    throw new ToolError(`There is no proposal for ${email}; portal staff list shows all`);
}

function addressOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Name an e-mail address');
  const email = z.safeParse(emailSchema(), text);
  if (!email.success) throw new UsageError(`«${text}» is not an e-mail address`);
  return email.data;
}

function roleOf(text: string): StaffRole {
  const role = staffRoles.find((each) => each === text);
  if (!role) throw new UsageError(`«${text}» is not one of ${staffRoles.join(', ')}`);
  return role;
}

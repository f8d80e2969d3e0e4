import type * as z from 'zod/mini';
import type { EndpointName } from '#contract/endpoints.ts';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { showMessage } from '#ui/messages/messages.ts';
import {
  type ContractForm,
  type ContractFormOptions,
  useContractForm,
  type Values,
} from './contract-form.ts';

type InputSchema<Name extends EndpointName> = z.core.$ZodType<CallInput<Name>>;

interface CallFormOptions<Name extends EndpointName, V extends Values>
  extends ContractFormOptions<V, InputSchema<Name>> {
  /** Message shown afterwards. */
  done?: string;
  onDone?: () => void;
}

/** Form whose `submit` makes one call with the input schema `schema`. */
export function useCallForm<Name extends EndpointName, V extends Values>(
  name: Name,
  { done, onDone, ...options }: CallFormOptions<Name, V>,
): ContractForm<V, InputSchema<Name>> & { submit: () => Promise<void> } {
  const form = useContractForm(options);
  const submit = () =>
    form.send(async (input) => {
      await call(name, input);
      form.done();
      onDone?.();
      if (done) showMessage({ kind: 'notice', text: done });
    });
  return { ...form, submit };
}

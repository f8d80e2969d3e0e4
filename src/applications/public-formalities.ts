import { msg } from '#lib/words/msg.ts';
import type { Fields } from './field.ts';

/** Fields of what Art. 17(2) and 22(3) demand of a public-sector body beside the request itself. */
export const publicFormalities = {
  penalties: {
    label: msg`Penalties`,
    description: msg`What can be imposed if the request is not complied with, and by whom (Art. 17(2)(f))`,
    control: { kind: 'text' },
    prompt: msg`State the penalties`,
    part: 'formalities',
  },
  dataCoordinator: {
    label: msg`Data coordinator`,
    description: msg`To whom the request was transmitted, and when (Art. 17(2)(g))`,
    control: { kind: 'text' },
    prompt: msg`Name the data coordinator`,
    part: 'formalities',
  },
  publication: {
    label: msg`Publication`,
    description: msg`Where the request is published, or why it is not (Art. 17(2)(g))`,
    control: { kind: 'text' },
    prompt: msg`State where the request is published`,
    part: 'formalities',
  },
  supervisoryNotice: {
    label: msg`Notice to the data protection authority`,
    description: msg`For personal data: which authority was notified, and when (Art. 17(2)(h))`,
    control: { kind: 'text' },
    prompt: msg`Check the notice to the data protection authority`,
    range: msg`You request personal data: name the data protection authority that was notified`,
    isOptional: true,
    part: 'formalities',
  },
  examinedBy: {
    label: msg`Examined in another Member State`,
    description: msg`If the data holder is established in another Member State: the authority there that examined the request (Art. 22(3))`,
    control: { kind: 'text' },
    prompt: msg`Check the authority that examined the request`,
    isOptional: true,
    part: 'formalities',
  },
} as const satisfies Fields;

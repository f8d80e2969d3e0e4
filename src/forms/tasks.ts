import type { MessageDescriptor } from '@lingui/core';
import type { Task } from '#contract/turns.ts';
import { msg } from '#lib/words/msg.ts';

export const taskWords: Readonly<Record<Task, MessageDescriptor>> = {
  supply: msg`Add the supplementary information`,
  requestData: msg`Choose the data you want`,
  renewLink: msg`Have the vehicle linked again`,
  answerQuote: msg`Answer the quote of the compensation`,
  nameRecipient: msg`Name the e-mail address of the third party`,
  confirmContact: msg`Confirm the contact e-mail address`,
  download: msg`Download your data`,
};

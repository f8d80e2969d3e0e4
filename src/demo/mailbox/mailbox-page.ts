import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Services } from '#server/platform/database/services.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { type MailboxView, mailboxHtml } from './mailbox-html.ts';
import { mailboxStyle } from './mailbox-style.ts';

const PAGE_SIZE = 20;

const query = z.object({
  recipient: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200)), ''),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
});
type Query = z.output<typeof query>;

/** The outbox for people and programs to look into; a demonstration alone registers it. */
export async function mailboxPage(app: FastifyInstance, services: Services): Promise<void> {
  const schema = { hide: true, querystring: query };

  app.get<{ Querystring: Query }>('/mailbox', { schema }, async (request, reply) => {
    const view = await readMailbox(services, request.query);
    return unkept(reply)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-language')
      .send(mailboxHtml(languageOf(request), view));
  });

  app.get<{ Querystring: Query }>('/mailbox.json', { schema }, async (request, reply) => {
    const { mails, total } = await readMailbox(services, request.query);
    return unkept(reply).send({
      total,
      mails: mails.map((mail) => ({
        id: mail.id,
        messageId: mail.message_id,
        recipient: mail.recipient,
        language: mail.language,
        subject: mail.subject,
        body: mail.body,
        applicationNumber: mail.application_number,
        createdAt: mail.created_at,
        sentAt: mail.sent_at,
      })),
    });
  });

  app.get('/mailbox.css', { schema: { hide: true } }, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(mailboxStyle),
  );
}

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

async function readMailbox({ store }: Services, { recipient, page }: Query): Promise<MailboxView> {
  const chosen = recipient
    ? store.db.selectFrom('mail').where('recipient', '=', recipient)
    : store.db.selectFrom('mail');
  const { total } = await chosen
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const mails = await chosen
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return { mails, total: Number(total), page, pageSize: PAGE_SIZE, recipient };
}

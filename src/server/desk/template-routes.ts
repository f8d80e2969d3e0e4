import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import {
  decisionsWithText,
  filledTemplate,
  MAX_TEMPLATES,
  type TemplatePlaceholder,
  unknownPlaceholders,
} from '#contract/letter-templates.ts';
import { recordFrom } from '#contract/record-from.ts';
import { storedJson } from '#contract/stored-json.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { requesterName } from '#server/applications/answers.ts';
import { findApplication } from '#server/applications/application-row.ts';
import { appendAuditEvent, recordRead } from '#server/platform/audit/audit-log.ts';
import { isUniqueViolation } from '#server/platform/database/database.ts';
import {
  countRows,
  deleteRows,
  insertRows,
  lockRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { dateText } from '#server/platform/words/words.ts';

type Template = InputOf<typeof endpoints.deskTemplateSave>;

const storedTexts = storedJson(z.object(recordFrom(languageCodes, () => z.optional(z.string()))));

export function templateRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskTemplates, () => templates(services));

  route(endpoints.deskTemplateSave, async (template, { account }) => {
    validate(template);
    try {
      return { id: await saveTemplate(services, account, template) };
    } catch (error) {
      if (isUniqueViolation(error)) throw invalid('name', 'choice');
      throw error;
    }
  });

  route(endpoints.deskTemplateRemove, async ({ id }, { account }) => {
    await store.transact(async (trx) => {
      const [removed] = await deleteRows(trx, 'letter_template', { id });
      if (!removed) throw new ApiError(codes.notFound);
      const event = { by: account, action: 'template.remove', detail: removed.name } as const;
      await appendAuditEvent(services, trx, event);
    });
  });

  route(endpoints.deskTemplateTexts, async ({ applicationNumber, decision }, { account }) => {
    const row = await findApplication(store.db, applicationNumber);
    const offered = (await templates(services)).filter(
      (template) => template.decision === decision,
    );
    if (offered.length === 0) return [];
    const event = { by: account, action: 'application.open', detail: 'template' } as const;
    recordRead(services, { ...event, reference: applicationNumber });
    const requester = await readerOf(store.db, row.requester_id);
    return offered.flatMap(({ id, name, texts }) => {
      const own = texts[requester.language] ? requester.language : undefined;
      const language = own ?? languageCodes.find((code) => texts[code]);
      if (!language) return [];
      const text = filledTemplate(texts[language] ?? '', valuesOf(services, row, language));
      return [{ id, name, language, isRequesters: own !== undefined, text }];
    });
  });
}

async function templates({ store }: Services) {
  const rows = await store.db.selectFrom('letter_template').selectAll().orderBy('name').execute();
  return rows.flatMap(({ id, name, decision: stored, texts_json }) => {
    const decision = decisionsWithText.find((each) => each === stored);
    return decision ? [{ id, name, decision, texts: storedTexts.read(texts_json) }] : [];
  });
}

function validate({ texts }: Template): void {
  for (const code of languageCodes) {
    const [unknown] = unknownPlaceholders(texts[code] ?? '');
    const fields = [{ field: `texts.${code}`, problem: 'choice' as const }];
    if (unknown !== undefined)
      throw new ApiError(codes.invalid, { fields, detail: `{${unknown}}` });
  }
  if (!languageCodes.some((code) => texts[code])) throw invalid('texts.en', 'choice');
}

async function saveTemplate(services: Services, by: Account, template: Template): Promise<string> {
  const { id = randomUUID(), name, decision, texts } = template;
  const row = { name, decision, texts_json: storedTexts.write(texts) };
  await services.store.transact(async (trx) => {
    if (template.id) {
      if (!(await lockRow(services.store, trx, 'letter_template', { id })))
        throw new ApiError(codes.notFound);
      await updateRows(trx, 'letter_template', { id }, row);
    } else {
      const count = await countRows(trx.selectFrom('letter_template'));
      if (count >= MAX_TEMPLATES) throw invalid('name', 'range');
      await insertRows(trx, 'letter_template', { id, ...row });
    }
    await appendAuditEvent(services, trx, { by, action: 'template.save', detail: name });
  });
  return id;
}

function valuesOf(
  { config, now }: Services,
  application: Schema['application'],
  language: Language,
): Record<TemplatePlaceholder, string> {
  const { number, created_at } = application;
  return {
    number,
    name: requesterName(application, language),
    holder: config.HOLDER_NAME,
    filedOn: dateText(language, created_at, config.TIME_ZONE),
    today: dateText(language, now(), config.TIME_ZONE),
  };
}

import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { namesPersonalData } from '#contract/public-form.ts';
import { dataRequests, personalForms } from '#contract/stored-forms.ts';
import { fileIdsIn } from '#forms/field.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { publicFields } from '#forms/public-fields.ts';
import { forgetDraft } from '#server/accounts/drafts/drafts.ts';
import { type AdmitFiles, attachFiles } from '#server/applications/files/stored-files.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { fallbackIfUnavailable } from '#server/vehicles/backend-error.ts';
import { findVehicle, linkedVehicle } from '#server/vehicles/linked-vehicles.ts';
import { ownApplication } from './application-access.ts';
import { type Particulars, snapshotOf } from './application-row.ts';
import { applyEvent } from './apply-event.ts';
import { requireLink, shownLinkEnd } from './entitlement.ts';
import { fileApplication } from './file-application.ts';
import { ownApplications } from './own-applications.ts';
import { attachmentQuotas, filingQuotas } from './quotas.ts';
import { recordOf } from './records.ts';
import { dataCoverage, ownVehicle } from './vehicle-data.ts';

export function applicationRoutes(route: Route, services: Services): void {
  const rateLimiter = new RateLimiter(services);
  const admitter = (account: Account, vehicleId: string | null) => (trx: Transaction<Schema>) =>
    rateLimiter.consume(trx, filingQuotas(services.config, account, vehicleId));
  const fileAdmitter =
    (vehicleId: string | null): AdmitFiles =>
    (trx, attached) =>
      rateLimiter.consume(trx, attachmentQuotas(services.config, vehicleId, attached));

  route(endpoints.personQualificationReview, async ({ submissionId, form }, caller) => {
    const vehicle = await linkedVehicle(services, caller.account, form.vehicle.vehicleId);
    const { user, thirdParty } = form;
    const filed = await fileApplication(services, caller.account, caller.language, {
      kind: 'personal',
      submissionId,
      purpose: form.purpose,
      vehicleId: vehicle.vehicleId,
      admit: admitter(caller.account, vehicle.vehicleId),
      admitFiles: fileAdmitter(vehicle.vehicleId),
      form,
      dataRequest: null,
      files: fileIdsIn(personalFields, form),
      names: [user.firstName, user.lastName, thirdParty?.name ?? '', vehicle.vin],
      sortedBy: [user.lastName, user.firstName, user.middleName],
    });
    await forgetDraft(services, caller.account, 'application');
    return filed;
  });

  route(endpoints.publicApplication, async ({ submissionId, form }, caller) => {
    if (namesPersonalData(form))
      throw new ApiError(codes.personalDataNotAllowed, {
        fields: [{ field: 'form.dataTypes', problem: 'choice' }],
      });
    const filed = await fileApplication(services, caller.account, caller.language, {
      kind: 'public',
      submissionId,
      purpose: form.purpose,
      vehicleId: null,
      admit: admitter(caller.account, null),
      form,
      dataRequest: null,
      files: fileIdsIn(publicFields, form),
      names: [form.departmentName, form.contactEmail],
      sortedBy: [form.departmentName],
    });
    await forgetDraft(services, caller.account, 'public-request');
    return filed;
  });

  route(endpoints.personDataApplication, async (input, { account }) => {
    const { applicationNumber: number, revision, form } = input;
    const row = await ownApplication(services, account, number);
    const { thirdParty } = personalForms.read(row.form_json);
    const permit = async () => {
      await requireLink(services, number);
      if (thirdParty && form.agreement.length === 0)
        throw new ApiError(codes.agreementMissing, {
          fields: [{ field: 'form.agreement', problem: 'required' }],
        });
    };
    const changed = await applyEvent(
      services,
      number,
      { type: 'data.request', by: requester(account), at: services.now(), revision },
      {
        columns: { data_request_json: dataRequests.write(form) },
        permit,
        write: (trx) =>
          attachFiles(trx, {
            files: form.agreement,
            owner: account.id,
            number,
            admit: fileAdmitter(row.vehicle_id),
          }),
      },
    );
    await forgetDraft(services, account, `data-request:${number}`);
    return changed;
  });

  route(endpoints.qualificationReviewSup, (input, { account }) =>
    supply(services, account, 'qualification', input, fileAdmitter),
  );
  route(endpoints.personDataApplicationSup, (input, { account }) =>
    supply(services, account, 'dataRequest', input, fileAdmitter),
  );

  route(endpoints.terminateOrder, async ({ applicationNumber, revision }, { account }) => {
    await ownApplication(services, account, applicationNumber);
    return applyEvent(services, applicationNumber, {
      type: 'application.terminate',
      by: requester(account),
      at: services.now(),
      revision,
    });
  });

  route(endpoints.applicationDetails, async ({ applicationNumber }, { account, language }) => {
    const row = await ownApplication(services, account, applicationNumber);
    const vehicle = await fallbackIfUnavailable(findVehicle(services, row.vehicle_id));
    return {
      ...(await recordOf(services, row, language, vehicle)),
      linkEndedAt: await shownLinkEnd(services, { ...row, email: account.email }),
    };
  });

  route(endpoints.dataCoverage, (input, { account }) => dataCoverage(services, input, account));
  route(endpoints.ownVehicle, (input, { account }) => ownVehicle(services, input, account));

  route(endpoints.history, ({ list, page, pageSize }, { account }) =>
    ownApplications(services, account, { list, page, pageSize }),
  );
}

function requester(account: Account) {
  return { role: 'requester', id: account.id } as const;
}

async function supply(
  services: Services,
  account: Account,
  stage: 'qualification' | 'dataRequest',
  input: { applicationNumber: string; revision: number; text: string; files: string[] },
  admitterFor: (vehicleId: string | null) => AdmitFiles,
) {
  const { applicationNumber: number, revision, text, files } = input;
  const row = await ownApplication(services, account, number);
  const files_json = JSON.stringify(files);
  const particulars: Particulars = {
    text,
    async permit() {
      if (!(stage in Object(snapshotOf(row).value)))
        throw new ApiError(codes.notAllowedNow, { revision: row.revision, state: row.state });
    },
    async isRecorded(db, revision) {
      const supplement = await db
        .selectFrom('supplement')
        .select('files_json')
        .where('application_number', '=', number)
        .where('revision', '=', revision)
        .executeTakeFirst();
      return supplement?.files_json === files_json;
    },
    async write(trx, application) {
      const admit = admitterFor(row.vehicle_id);
      await attachFiles(trx, { files, owner: account.id, number, admit });
      await trx
        .insertInto('supplement')
        .values({
          application_number: number,
          revision: application.revision,
          at: application.updated_at,
          text,
          files_json,
        })
        .execute();
    },
  };
  const sent = { by: requester(account), at: services.now(), revision };
  const event = { type: 'information.supply', ...sent } as const;
  const changed = await applyEvent(services, number, event, particulars);
  await forgetDraft(services, account, `supplement:${number}`);
  return changed;
}

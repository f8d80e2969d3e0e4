import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { dataRequests, personalForms } from '#contract/stored-forms.ts';
import { forgetDraft } from '#server/accounts/drafts/drafts.ts';
import { ownApplication } from '#server/applications/application-row.ts';
import { attachFiles } from '#server/applications/files/stored-files.ts';
import { type Services, withBatchedReads } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Caller, Route } from '#server/platform/http/route.ts';
import { representedUser } from '#server/vehicles/link-times.ts';
import { linkedVehicle } from '#server/vehicles/linked-vehicles.ts';
import { applyEvent } from './apply-event.ts';
import { rejectLateAnswer } from './deadlines/deadlines.ts';
import { readLinkOrLastKnown, requireLink } from './entitlement.ts';
import { type Filing, fileApplication, rejectPersonalData } from './file-application.ts';
import { withoutUndone } from './history.ts';
import { ownApplications } from './own-applications.ts';
import { recordOf } from './records.ts';
import { supplyInformation } from './supply-information.ts';
import { dataCoverage, ownVehicle } from './vehicle-data.ts';

export function applicationRoutes(route: Route, services: Services): void {
  const rateLimiter = new RateLimiter(services);

  async function file({ account, language }: Caller<Account>, filing: Filing, draft: string) {
    const filed = await fileApplication(services, account, language, filing, rateLimiter);
    await forgetDraft(services, account, draft);
    return filed;
  }

  route(endpoints.personQualificationReview, async ({ submissionId, form }, caller) => {
    const vehicle = await linkedVehicle(services, caller.account, form.vehicle.vehicleId);
    const onBehalfOf = representedUser(vehicle.links, services.now());
    if (onBehalfOf !== null && !form.thirdParty) throw invalid('form.thirdParty', 'required');
    const filing = {
      kind: 'personal' as const,
      submissionId,
      vehicle,
      form: { ...form, ...(onBehalfOf !== null && { onBehalfOf }) },
    };
    return file(caller, filing, 'application');
  });

  route(endpoints.publicApplication, async ({ submissionId, form }, caller) => {
    rejectPersonalData(form, 'form.dataTypes');
    const filing = { kind: 'public' as const, submissionId, vehicle: null, form };
    return file(caller, filing, 'public-request');
  });

  route(endpoints.personDataApplication, async (input, { account }) => {
    const { applicationNumber: number, revision, form } = input;
    const row = await ownApplication(services, account, number);
    const { thirdParty } = personalForms.read(row.form_json);
    const permit = async () => {
      await rejectLateAnswer(services, row);
      await requireLink(services, number);
      if (thirdParty && form.agreement.length === 0)
        throw new ApiError(codes.agreementMissing, {
          fields: [{ field: 'form.agreement', problem: 'required' }],
        });
    };
    const changed = await applyEvent(
      services,
      number,
      {
        type: 'data.request',
        by: { role: 'requester', id: account.id },
        at: services.now(),
        revision,
      },
      {
        columns: { data_request_json: dataRequests.write(form) },
        permit,
        write: (trx, requested) =>
          attachFiles({ services, trx }, form.agreement, requested, rateLimiter),
      },
    );
    await forgetDraft(services, account, `data-request:${number}`);
    return changed;
  });

  route(endpoints.qualificationReviewSup, (input, { account }) =>
    supplyInformation(services, account, 'qualification', input, rateLimiter),
  );
  route(endpoints.personDataApplicationSup, (input, { account }) =>
    supplyInformation(services, account, 'dataRequest', input, rateLimiter),
  );

  route(endpoints.terminateOrder, async ({ applicationNumber, revision }, { account }) => {
    await ownApplication(services, account, applicationNumber);
    return applyEvent(services, applicationNumber, {
      type: 'application.terminate',
      by: { role: 'requester', id: account.id },
      at: services.now(),
      revision,
    });
  });

  route(endpoints.applicationDetails, async ({ applicationNumber }, { account, language }) => {
    const row = await ownApplication(services, account, applicationNumber);
    const reads = withBatchedReads(services);
    const [record, { linkEndedAt }] = await Promise.all([
      recordOf(reads, row, language),
      readLinkOrLastKnown(reads, { ...row, email: account.email }),
    ]);
    return { ...record, history: withoutUndone(record.history), linkEndedAt };
  });

  route(endpoints.dataCoverage, (input, { account }) => dataCoverage(services, input, account));
  route(endpoints.ownVehicle, (input, { account }) => ownVehicle(services, input, account));

  route(endpoints.history, (input, { account }) => ownApplications(services, account, input));
}

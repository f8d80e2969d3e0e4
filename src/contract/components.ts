import {
  applicationRecord,
  applicationSummary,
  changed,
  clock,
  historyEntry,
  informationRequest,
  recipientStatus,
  reportStatus,
  suppliedInformation,
  vehicle,
} from './application-record.ts';
import { note } from './assignment.ts';
import { passingOn } from './body-notice.ts';
import { option } from './common.ts';
import { dataSpan } from './data-coverage.ts';
import { dataRequestForm, storedDataRequest } from './data-request-form.ts';
import { deliveryExtent } from './delivery-extent.ts';
import { storedDeskSettings } from './desk-settings.ts';
import { dispute } from './dispute.ts';
import { draft } from './drafts.ts';
import { fieldProblem } from './envelope.ts';
import { erasureNotice } from './erasure.ts';
import { apiError } from './error-data.ts';
import { variant } from './figures.ts';
import { storedFile } from './files.ts';
import { templateTexts } from './letter-templates.ts';
import { supplement } from './order.ts';
import { personalForm, storedPersonalForm, thirdParty, userInformation } from './personal-form.ts';
import { publicForm, storedPublicForm } from './public-form.ts';
import { assignee, queueFilter, savedView } from './queue.ts';
import { quote } from './quote.ts';

/** Schemas by the names under which the calls' documentation shares them. */
export const components = {
  ApiError: apiError,
  ApplicationRecord: applicationRecord,
  ApplicationSummary: applicationSummary,
  Assignee: assignee,
  ChangedApplication: changed,
  Clock: clock,
  DataRequestForm: dataRequestForm,
  DataSpan: dataSpan,
  DeliveryExtent: deliveryExtent,
  DeskSettings: storedDeskSettings,
  Dispute: dispute,
  Draft: draft,
  ErasureNotice: erasureNotice,
  FieldProblem: fieldProblem,
  HistoryEntry: historyEntry,
  InformationRequest: informationRequest,
  Note: note,
  Option: option,
  PassingOn: passingOn,
  PersonalForm: personalForm,
  PublicForm: publicForm,
  QueueFilter: queueFilter,
  Quote: quote,
  RecipientStatus: recipientStatus,
  ReportStatus: reportStatus,
  SavedView: savedView,
  StoredDataRequest: storedDataRequest,
  StoredFile: storedFile,
  StoredPersonalForm: storedPersonalForm,
  StoredPublicForm: storedPublicForm,
  SuppliedInformation: suppliedInformation,
  Supplement: supplement,
  TemplateTexts: templateTexts,
  ThirdParty: thirdParty,
  UserInformation: userInformation,
  Variant: variant,
  Vehicle: vehicle,
};

/** Method and path of an endpoint, and the reading endpoints whose results it may change. */
export interface Call<Name extends string = string> {
  method: 'GET' | 'POST';
  path: `/server/${string}`;
  invalidates?: readonly Name[];
}

const define = <Name extends string>(calls: Record<Name, Call<NoInfer<Name>>>) => calls;

const call =
  (method: Call['method']) =>
  <const Name extends string = never>(
    path: Call['path'],
    invalidates?: readonly Name[],
  ): Call<Name> => ({
    method,
    path,
    ...(invalidates && { invalidates }),
  });
const get = call('GET');
const post = call('POST');

/**
 * Reading endpoints that are invalidated by a change of an application, of a case at the desk, or
 * of the staff.
 */
const APPLICATION = ['history', 'applicationDetails'] as const;
const CASE = ['deskApplication', 'deskQueue'] as const;
const STAFF = ['staffList', 'staffNominations'] as const;

/**
 * Every endpoint that a browser can call. Separate from the schemas in `endpoints.ts`, which refer
 * to it, so that a page without a form does not load the validator.
 */
export const calls = define({
  login: post('/server/uc-client/auth/login'),
  liftLock: post('/server/uc-client/auth/liftLock'),
  logout: post('/server/uc-client/auth/logout'),
  extendSession: post('/server/uc-client/auth/extend', ['currentUser']),
  sessionList: get('/server/uc-client/auth/sessions'),
  sessionEnd: post('/server/uc-client/auth/sessions/end', ['sessionList']),
  sessionEndOthers: post('/server/uc-client/auth/sessions/endOthers', ['sessionList']),
  sendCaptcha: post('/server/uc-client/auth/sendCaptcha'),
  companySignIn: post('/server/uc-client/auth/company'),
  companyLogin: post('/server/uc-client/auth/companyLogin'),
  agreement: post('/server/uc-client/common/agreement'),
  config: get('/server/uc-client/common/config'),
  cookieList: get('/server/uc-client/common/cookieList'),
  cookieRecord: post('/server/uc-client/common/cookieRecord'),
  dataTypeOptions: get('/server/uc-client/common/dataTypeOptions'),
  language: get('/server/uc-client/common/language'),
  options: get('/server/uc-client/common/options'),
  personUploadCert: post('/server/uc-client/common/personUploadCert'),
  publicUploadCert: post('/server/uc-client/common/publicUploadCert'),
  publicApplyType: get('/server/uc-client/common/publicApplyType'),
  regenerateReport: get('/server/uc-client/common/regenerateReport', APPLICATION),
  report: get('/server/uc-client/common/report', APPLICATION),
  reportKey: get('/server/uc-client/common/reportKey'),
  reportPreview: get('/server/uc-client/common/reportPreview'),
  greeting: get('/server/uc-client/greeting'),
  file: get('/server/uc-client/common/file'),
  agreementTemplate: post('/server/uc-client/common/agreementTemplate'),
  applicationDetails: post('/server/uc-client/order/applicationDetails'),
  confirmContact: post('/server/uc-client/order/confirmContact', APPLICATION),
  dataCoverage: get('/server/uc-client/order/dataCoverage'),
  decisionLetter: get('/server/uc-client/order/decision'),
  personDataApplication: post('/server/uc-client/order/personDataApplication', APPLICATION),
  personDataApplicationSup: post('/server/uc-client/order/personDataApplicationSup', APPLICATION),
  personQualificationReview: post('/server/uc-client/order/personQualificationReview', ['history']),
  qualificationReviewSup: post('/server/uc-client/order/qualificationReviewSup', APPLICATION),
  sendContactCode: post('/server/uc-client/order/sendContactCode'),
  nameRecipient: post('/server/uc-client/delivery/nameRecipient', APPLICATION),
  withdrawRecipient: post('/server/uc-client/delivery/withdrawRecipient', APPLICATION),
  delivery: post('/server/uc-client/delivery/state'),
  deliveryConfirm: post('/server/uc-client/delivery/confirm', ['delivery']),
  deliveryFile: post('/server/uc-client/delivery/file', ['delivery']),
  disputeRecord: post('/server/uc-client/order/dispute', ['applicationDetails']),
  quoteAnswer: post('/server/uc-client/publicOrder/quote', APPLICATION),
  passingOnNotify: post('/server/uc-client/publicOrder/passingOn', ['applicationDetails']),
  erasureNotify: post('/server/uc-client/publicOrder/erasure', ['applicationDetails']),
  terminateOrder: post('/server/uc-client/order/terminateOrder', APPLICATION),
  publicApplication: post('/server/uc-client/publicOrder/application', ['history']),
  currentUser: get('/server/uc-client/userInfo/currentUser'),
  ownVehicle: get('/server/uc-client/userInfo/vehicle'),
  history: post('/server/uc-client/userInfo/history'),
  draftRead: post('/server/uc-client/drafts/read'),
  draftSave: post('/server/uc-client/drafts/save', ['draftRead']),
  draftForget: post('/server/uc-client/drafts/forget', ['draftRead']),
  deskQueue: post('/server/desk/queue'),
  deskQueueExport: post('/server/desk/queue/export'),
  deskViews: get('/server/desk/views'),
  deskViewSave: post('/server/desk/views/save', ['deskViews']),
  deskViewForget: post('/server/desk/views/forget', ['deskViews']),
  deskApplication: post('/server/desk/application'),
  deskTake: post('/server/desk/take', CASE),
  deskHandOver: post('/server/desk/handOver', CASE),
  deskRelease: post('/server/desk/release', CASE),
  deskPresence: post('/server/desk/presence'),
  deskNoteAdd: post('/server/desk/note', ['deskApplication']),
  deskWatch: post('/server/desk/watch', CASE),
  deskDeadlines: get('/server/desk/deadlines'),
  deskOpinionAsk: post('/server/desk/opinion/ask', CASE),
  deskOpinionGive: post('/server/desk/opinion/give', CASE),
  deskMails: get('/server/desk/mails'),
  deskMailsChange: post('/server/desk/mails/change', ['deskMails']),
  deskStartReview: post('/server/desk/startReview', CASE),
  deskPassQualification: post('/server/desk/passQualification', CASE),
  deskRequestInformation: post('/server/desk/requestInformation', CASE),
  deskApprove: post('/server/desk/approve', CASE),
  deskResume: post('/server/desk/resume', CASE),
  deskWithhold: post('/server/desk/withhold', CASE),
  deskSuspend: post('/server/desk/suspend', CASE),
  deskRefuse: post('/server/desk/refuse', CASE),
  deskGrounds: get('/server/desk/grounds'),
  deskInformationItems: post('/server/desk/informationItems'),
  deskPreview: post('/server/desk/preview'),
  deskReportPreview: post('/server/desk/reportPreview'),
  deskModels: get('/server/desk/models'),
  deskDecisionLetter: get('/server/desk/decision'),
  operationState: get('/server/desk/operation'),
  operationRetry: post('/server/desk/operation/retry', ['operationState']),
  operationGiveUp: post('/server/desk/operation/giveUp', ['operationState']),
  deskTemplates: get('/server/desk/templates'),
  deskTemplateSave: post('/server/desk/templates/save', ['deskTemplates', 'deskTemplateTexts']),
  deskTemplateRemove: post('/server/desk/templates/remove', ['deskTemplates', 'deskTemplateTexts']),
  deskTemplateTexts: post('/server/desk/templates/texts'),
  deskErasureLedger: post('/server/desk/erasure/ledger'),
  deskErasureRecord: post('/server/desk/erasure/record', ['deskApplication', 'deskErasureLedger']),
  deskDisputeRecord: post('/server/desk/dispute/record', ['deskApplication']),
  deskDisputeEnd: post('/server/desk/dispute/end', ['deskApplication']),
  deskDisputePack: get('/server/desk/dispute/pack'),
  deskAcknowledgementAsk: post('/server/desk/acknowledgement', ['deskApplication']),
  deskQuoteSend: post('/server/desk/quote/send', ['deskApplication']),
  deskQuoteWithdraw: post('/server/desk/quote/withdraw', ['deskApplication']),
  deskAuthorityNotified: post('/server/desk/authority/notified', CASE),
  secondFactorState: get('/server/desk/secondFactor'),
  secondFactorBegin: post('/server/desk/secondFactor/begin'),
  secondFactorConfirm: post('/server/desk/secondFactor/confirm'),
  secondFactorGive: post('/server/desk/secondFactor/give'),
  passkeyRegisterBegin: post('/server/desk/passkeys/begin'),
  passkeyRegister: post('/server/desk/passkeys/register', ['secondFactorState']),
  passkeyRemove: post('/server/desk/passkeys/remove', ['secondFactorState']),
  passkeyGiveBegin: post('/server/desk/passkeys/give/begin'),
  passkeyGive: post('/server/desk/passkeys/give', ['secondFactorState']),
  staffList: get('/server/desk/staff'),
  staffChange: post('/server/desk/staff/change', STAFF),
  staffNominations: get('/server/desk/staff/nominations'),
  staffNominationConfirm: post('/server/desk/staff/nominations/confirm', STAFF),
  staffNominationDecline: post('/server/desk/staff/nominations/decline', STAFF),
  staffUnlock: post('/server/desk/staff/unlock', STAFF),
  staffForgetSecondFactor: post('/server/desk/staff/forgetSecondFactor', STAFF),
  staffUnlinkCompany: post('/server/desk/staff/unlinkCompany', STAFF),
  deskSettingsRead: get('/server/desk/settings'),
  deskSettingsChange: post('/server/desk/settings/change', ['deskSettingsRead']),
  auditTrail: post('/server/desk/audit/trail'),
  auditVerify: post('/server/desk/audit/verify'),
  auditExport: get('/server/desk/audit/export'),
  officeFigures: post('/server/desk/figures'),
  chartFigures: post('/server/charts/figures'),
  chartCases: post('/server/charts/cases'),
  chartConformance: post('/server/charts/conformance'),
  chartTimeline: post('/server/charts/timeline'),
  chartLog: post('/server/charts/log'),
});

export type CallName = keyof typeof calls;

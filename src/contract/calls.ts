/** Method and path of a call, and the reading calls whose answers it may change. */
export interface Call<Name extends string = string> {
  method: 'GET' | 'POST';
  path: `/server/${string}`;
  invalidates?: readonly Name[];
}

const define = <Name extends string>(calls: Record<Name, Call<NoInfer<Name>>>) => calls;

/**
 * Every call that a browser can make. Apart from the schemas in `endpoints.ts`, which refer to it:
 * a page that sends no form does without the validator.
 */
export const calls = define({
  login: { method: 'POST', path: '/server/uc-client/auth/login' },
  liftLock: { method: 'POST', path: '/server/uc-client/auth/liftLock' },
  logout: { method: 'POST', path: '/server/uc-client/auth/logout' },
  extendSession: {
    method: 'POST',
    path: '/server/uc-client/auth/extend',
    invalidates: ['currentUser'],
  },
  sessionList: { method: 'GET', path: '/server/uc-client/auth/sessions' },
  sessionEnd: {
    method: 'POST',
    path: '/server/uc-client/auth/sessions/end',
    invalidates: ['sessionList'],
  },
  sessionEndOthers: {
    method: 'POST',
    path: '/server/uc-client/auth/sessions/endOthers',
    invalidates: ['sessionList'],
  },
  sendCaptcha: { method: 'POST', path: '/server/uc-client/auth/sendCaptcha' },
  companySignIn: { method: 'POST', path: '/server/uc-client/auth/company' },
  companyLogin: { method: 'POST', path: '/server/uc-client/auth/companyLogin' },
  agreement: { method: 'POST', path: '/server/uc-client/common/agreement' },
  config: { method: 'GET', path: '/server/uc-client/common/config' },
  cookieList: { method: 'GET', path: '/server/uc-client/common/cookieList' },
  cookieRecord: { method: 'POST', path: '/server/uc-client/common/cookieRecord' },
  dataTypeOptions: { method: 'GET', path: '/server/uc-client/common/dataTypeOptions' },
  language: { method: 'GET', path: '/server/uc-client/common/language' },
  options: { method: 'GET', path: '/server/uc-client/common/options' },
  personUploadCert: { method: 'POST', path: '/server/uc-client/common/personUploadCert' },
  publicUploadCert: { method: 'POST', path: '/server/uc-client/common/publicUploadCert' },
  publicApplyType: { method: 'GET', path: '/server/uc-client/common/publicApplyType' },
  regenerateReport: {
    method: 'GET',
    path: '/server/uc-client/common/regenerateReport',
    invalidates: ['history', 'applicationDetails'],
  },
  report: {
    method: 'GET',
    path: '/server/uc-client/common/report',
    invalidates: ['applicationDetails', 'history'],
  },
  reportKey: { method: 'GET', path: '/server/uc-client/common/reportKey' },
  greeting: { method: 'GET', path: '/server/uc-client/greeting' },
  file: { method: 'GET', path: '/server/uc-client/common/file' },
  agreementTemplate: { method: 'POST', path: '/server/uc-client/common/agreementTemplate' },
  applicationDetails: { method: 'POST', path: '/server/uc-client/order/applicationDetails' },
  confirmContact: {
    method: 'POST',
    path: '/server/uc-client/order/confirmContact',
    invalidates: ['applicationDetails'],
  },
  dataCoverage: { method: 'GET', path: '/server/uc-client/order/dataCoverage' },
  decisionLetter: { method: 'GET', path: '/server/uc-client/order/decision' },
  personDataApplication: {
    method: 'POST',
    path: '/server/uc-client/order/personDataApplication',
    invalidates: ['history', 'applicationDetails'],
  },
  personDataApplicationSup: {
    method: 'POST',
    path: '/server/uc-client/order/personDataApplicationSup',
    invalidates: ['history', 'applicationDetails'],
  },
  personQualificationReview: {
    method: 'POST',
    path: '/server/uc-client/order/personQualificationReview',
    invalidates: ['history'],
  },
  qualificationReviewSup: {
    method: 'POST',
    path: '/server/uc-client/order/qualificationReviewSup',
    invalidates: ['history', 'applicationDetails'],
  },
  sendContactCode: { method: 'POST', path: '/server/uc-client/order/sendContactCode' },
  nameRecipient: {
    method: 'POST',
    path: '/server/uc-client/delivery/nameRecipient',
    invalidates: ['applicationDetails'],
  },
  withdrawRecipient: {
    method: 'POST',
    path: '/server/uc-client/delivery/withdrawRecipient',
    invalidates: ['applicationDetails'],
  },
  delivery: { method: 'POST', path: '/server/uc-client/delivery/state' },
  deliveryConfirm: {
    method: 'POST',
    path: '/server/uc-client/delivery/confirm',
    invalidates: ['delivery'],
  },
  deliveryFile: {
    method: 'POST',
    path: '/server/uc-client/delivery/file',
    invalidates: ['delivery'],
  },
  disputeRecord: {
    method: 'POST',
    path: '/server/uc-client/order/dispute',
    invalidates: ['applicationDetails'],
  },
  quoteAnswer: {
    method: 'POST',
    path: '/server/uc-client/publicOrder/quote',
    invalidates: ['applicationDetails'],
  },
  passingOnNotify: {
    method: 'POST',
    path: '/server/uc-client/publicOrder/passingOn',
    invalidates: ['applicationDetails'],
  },
  erasureNotify: {
    method: 'POST',
    path: '/server/uc-client/publicOrder/erasure',
    invalidates: ['applicationDetails'],
  },
  terminateOrder: {
    method: 'POST',
    path: '/server/uc-client/order/terminateOrder',
    invalidates: ['history', 'applicationDetails'],
  },
  publicApplication: {
    method: 'POST',
    path: '/server/uc-client/publicOrder/application',
    invalidates: ['history'],
  },
  currentUser: { method: 'GET', path: '/server/uc-client/userInfo/currentUser' },
  ownVehicle: { method: 'GET', path: '/server/uc-client/userInfo/vehicle' },
  history: { method: 'POST', path: '/server/uc-client/userInfo/history' },
  draftRead: { method: 'POST', path: '/server/uc-client/drafts/read' },
  draftSave: {
    method: 'POST',
    path: '/server/uc-client/drafts/save',
    invalidates: ['draftRead'],
  },
  draftForget: {
    method: 'POST',
    path: '/server/uc-client/drafts/forget',
    invalidates: ['draftRead'],
  },
  deskQueue: { method: 'POST', path: '/server/desk/queue' },
  deskQueueExport: { method: 'POST', path: '/server/desk/queue/export' },
  deskViews: { method: 'GET', path: '/server/desk/views' },
  deskViewSave: { method: 'POST', path: '/server/desk/views/save', invalidates: ['deskViews'] },
  deskViewForget: { method: 'POST', path: '/server/desk/views/forget', invalidates: ['deskViews'] },
  deskApplication: { method: 'POST', path: '/server/desk/application' },
  deskTake: {
    method: 'POST',
    path: '/server/desk/take',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskHandOver: {
    method: 'POST',
    path: '/server/desk/handOver',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskRelease: {
    method: 'POST',
    path: '/server/desk/release',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskPresence: { method: 'POST', path: '/server/desk/presence' },
  deskNoteAdd: { method: 'POST', path: '/server/desk/note', invalidates: ['deskApplication'] },
  deskWatch: {
    method: 'POST',
    path: '/server/desk/watch',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskDeadlines: { method: 'GET', path: '/server/desk/deadlines' },
  deskOpinionAsk: {
    method: 'POST',
    path: '/server/desk/opinion/ask',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskOpinionGive: {
    method: 'POST',
    path: '/server/desk/opinion/give',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskMails: { method: 'GET', path: '/server/desk/mails' },
  deskMailsChange: {
    method: 'POST',
    path: '/server/desk/mails/change',
    invalidates: ['deskMails'],
  },
  deskStartReview: {
    method: 'POST',
    path: '/server/desk/startReview',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskPassQualification: {
    method: 'POST',
    path: '/server/desk/passQualification',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskRequestInformation: {
    method: 'POST',
    path: '/server/desk/requestInformation',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskApprove: {
    method: 'POST',
    path: '/server/desk/approve',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskResume: {
    method: 'POST',
    path: '/server/desk/resume',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskWithhold: {
    method: 'POST',
    path: '/server/desk/withhold',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskSuspend: {
    method: 'POST',
    path: '/server/desk/suspend',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskRefuse: {
    method: 'POST',
    path: '/server/desk/refuse',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  deskGrounds: { method: 'GET', path: '/server/desk/grounds' },
  deskInformationItems: { method: 'POST', path: '/server/desk/informationItems' },
  deskPreview: { method: 'POST', path: '/server/desk/preview' },
  deskReportPreview: { method: 'POST', path: '/server/desk/reportPreview' },
  deskModels: { method: 'GET', path: '/server/desk/models' },
  deskDecisionLetter: { method: 'GET', path: '/server/desk/decision' },
  operationState: { method: 'GET', path: '/server/desk/operation' },
  operationRetry: {
    method: 'POST',
    path: '/server/desk/operation/retry',
    invalidates: ['operationState'],
  },
  operationGiveUp: {
    method: 'POST',
    path: '/server/desk/operation/giveUp',
    invalidates: ['operationState'],
  },
  deskTemplates: { method: 'GET', path: '/server/desk/templates' },
  deskTemplateSave: {
    method: 'POST',
    path: '/server/desk/templates/save',
    invalidates: ['deskTemplates', 'deskTemplateTexts'],
  },
  deskTemplateRemove: {
    method: 'POST',
    path: '/server/desk/templates/remove',
    invalidates: ['deskTemplates', 'deskTemplateTexts'],
  },
  deskTemplateTexts: { method: 'POST', path: '/server/desk/templates/texts' },
  deskErasureLedger: { method: 'POST', path: '/server/desk/erasure/ledger' },
  deskErasureRecord: {
    method: 'POST',
    path: '/server/desk/erasure/record',
    invalidates: ['deskApplication', 'deskErasureLedger'],
  },
  deskDisputeRecord: {
    method: 'POST',
    path: '/server/desk/dispute/record',
    invalidates: ['deskApplication'],
  },
  deskDisputeEnd: {
    method: 'POST',
    path: '/server/desk/dispute/end',
    invalidates: ['deskApplication'],
  },
  deskDisputePack: { method: 'GET', path: '/server/desk/dispute/pack' },
  deskAcknowledgementAsk: {
    method: 'POST',
    path: '/server/desk/acknowledgement',
    invalidates: ['deskApplication'],
  },
  deskQuoteSend: {
    method: 'POST',
    path: '/server/desk/quote/send',
    invalidates: ['deskApplication'],
  },
  deskQuoteWithdraw: {
    method: 'POST',
    path: '/server/desk/quote/withdraw',
    invalidates: ['deskApplication'],
  },
  deskAuthorityNotified: {
    method: 'POST',
    path: '/server/desk/authority/notified',
    invalidates: ['deskApplication', 'deskQueue'],
  },
  secondFactorState: { method: 'GET', path: '/server/desk/secondFactor' },
  secondFactorBegin: { method: 'POST', path: '/server/desk/secondFactor/begin' },
  secondFactorConfirm: { method: 'POST', path: '/server/desk/secondFactor/confirm' },
  secondFactorGive: { method: 'POST', path: '/server/desk/secondFactor/give' },
  passkeyRegisterBegin: { method: 'POST', path: '/server/desk/passkeys/begin' },
  passkeyRegister: {
    method: 'POST',
    path: '/server/desk/passkeys/register',
    invalidates: ['secondFactorState'],
  },
  passkeyRemove: {
    method: 'POST',
    path: '/server/desk/passkeys/remove',
    invalidates: ['secondFactorState'],
  },
  passkeyGiveBegin: { method: 'POST', path: '/server/desk/passkeys/give/begin' },
  passkeyGive: {
    method: 'POST',
    path: '/server/desk/passkeys/give',
    invalidates: ['secondFactorState'],
  },
  staffList: { method: 'GET', path: '/server/desk/staff' },
  staffChange: {
    method: 'POST',
    path: '/server/desk/staff/change',
    invalidates: ['staffList', 'staffNominations'],
  },
  staffNominations: { method: 'GET', path: '/server/desk/staff/nominations' },
  staffNominationConfirm: {
    method: 'POST',
    path: '/server/desk/staff/nominations/confirm',
    invalidates: ['staffList', 'staffNominations'],
  },
  staffNominationDecline: {
    method: 'POST',
    path: '/server/desk/staff/nominations/decline',
    invalidates: ['staffList', 'staffNominations'],
  },
  staffUnlock: {
    method: 'POST',
    path: '/server/desk/staff/unlock',
    invalidates: ['staffList', 'staffNominations'],
  },
  staffForgetSecondFactor: {
    method: 'POST',
    path: '/server/desk/staff/forgetSecondFactor',
    invalidates: ['staffList', 'staffNominations'],
  },
  staffUnlinkCompany: {
    method: 'POST',
    path: '/server/desk/staff/unlinkCompany',
    invalidates: ['staffList', 'staffNominations'],
  },
  deskSettingsRead: { method: 'GET', path: '/server/desk/settings' },
  deskSettingsChange: {
    method: 'POST',
    path: '/server/desk/settings/change',
    invalidates: ['deskSettingsRead'],
  },
  auditTrail: { method: 'POST', path: '/server/desk/audit/trail' },
  auditVerify: { method: 'POST', path: '/server/desk/audit/verify' },
  auditExport: { method: 'GET', path: '/server/desk/audit/export' },
  officeFigures: { method: 'POST', path: '/server/desk/figures' },
  chartFigures: { method: 'POST', path: '/server/charts/figures' },
  chartCases: { method: 'POST', path: '/server/charts/cases' },
  chartConformance: { method: 'POST', path: '/server/charts/conformance' },
  chartTimeline: { method: 'POST', path: '/server/charts/timeline' },
  chartLog: { method: 'POST', path: '/server/charts/log' },
});

export type CallName = keyof typeof calls;

import * as agreementTemplate from './agreement-template.ts';
import * as assignment from './assignment.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as authority from './authority.ts';
import * as bodyNotice from './body-notice.ts';
import type { CallName } from './calls.ts';
import * as common from './common.ts';
import * as companySignIn from './company-sign-in-calls.ts';
import * as contact from './contact.ts';
import * as dataCoverage from './data-coverage.ts';
import * as decision from './decision.ts';
import * as decisionAids from './decision-aids.ts';
import * as desk from './desk.ts';
import * as deadlines from './desk-deadlines.ts';
import * as deskSettings from './desk-settings.ts';
import * as dispute from './dispute-calls.ts';
import * as drafts from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as erasure from './erasure.ts';
import * as figures from './figures.ts';
import * as files from './files.ts';
import * as templates from './letter-templates.ts';
import * as mailRhythm from './mail-rhythm.ts';
import * as operation from './operation.ts';
import * as order from './order.ts';
import * as ownVehicle from './own-vehicle.ts';
import * as passkeys from './passkeys.ts';
import * as queue from './queue.ts';
import * as quote from './quote-calls.ts';
import * as recipient from './recipient.ts';
import * as report from './report.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as staff from './staff.ts';
import * as timeline from './timeline.ts';
import * as userInfo from './user-info.ts';

/** Every call there is. The server registers these, OpenAPI documents them, tests go through them. */
export const endpoints = {
  login: auth.login,
  liftLock: auth.liftLock,
  logout: auth.logout,
  extendSession: auth.extendSession,
  sessionList: sessions.sessionList,
  sessionEnd: sessions.sessionEnd,
  sessionEndOthers: sessions.sessionEndOthers,
  sendCaptcha: auth.sendCaptcha,
  companySignIn: companySignIn.companySignIn,
  companyLogin: companySignIn.companyLogin,

  agreement: common.agreement,
  config: common.config,
  cookieList: common.cookieList,
  cookieRecord: common.cookieRecord,
  dataTypeOptions: common.dataTypeOptions,
  language: common.language,
  options: common.options,
  personUploadCert: files.personUploadCert,
  publicUploadCert: files.publicUploadCert,
  publicApplyType: common.publicApplyType,
  regenerateReport: report.regenerateReport,
  report: report.report,
  reportKey: report.reportKey,
  greeting: common.greeting,
  file: files.file,

  agreementTemplate: agreementTemplate.agreementTemplate,
  applicationDetails: order.applicationDetails,
  confirmContact: contact.confirmContact,
  dataCoverage: dataCoverage.dataCoverage,
  decisionLetter: order.decisionLetter,
  personDataApplication: order.personDataApplication,
  personDataApplicationSup: order.personDataApplicationSup,
  personQualificationReview: order.personQualificationReview,
  qualificationReviewSup: order.qualificationReviewSup,
  sendContactCode: contact.sendContactCode,
  nameRecipient: recipient.nameRecipient,
  withdrawRecipient: recipient.withdrawRecipient,
  delivery: recipient.delivery,
  deliveryConfirm: recipient.deliveryConfirm,
  deliveryFile: recipient.deliveryFile,
  disputeRecord: dispute.disputeRecord,
  quoteAnswer: quote.quoteAnswer,
  passingOnNotify: bodyNotice.passingOnNotify,
  erasureNotify: bodyNotice.erasureNotify,
  terminateOrder: order.terminateOrder,
  publicApplication: order.publicApplication,

  currentUser: userInfo.currentUser,
  ownVehicle: ownVehicle.ownVehicle,
  history: userInfo.history,

  draftRead: drafts.draftRead,
  draftSave: drafts.draftSave,
  draftForget: drafts.draftForget,

  deskQueue: queue.deskQueue,
  deskQueueExport: queue.deskQueueExport,
  deskViews: queue.deskViews,
  deskViewSave: queue.deskViewSave,
  deskViewForget: queue.deskViewForget,
  deskApplication: desk.deskApplication,
  deskTake: assignment.deskTake,
  deskHandOver: assignment.deskHandOver,
  deskRelease: assignment.deskRelease,
  deskPresence: assignment.deskPresence,
  deskNoteAdd: assignment.deskNoteAdd,
  deskWatch: assignment.deskWatch,
  deskDeadlines: deadlines.deskDeadlines,
  deskOpinionAsk: assignment.deskOpinionAsk,
  deskOpinionGive: assignment.deskOpinionGive,
  deskMails: mailRhythm.deskMails,
  deskMailsChange: mailRhythm.deskMailsChange,
  ...decision.decisionCalls,
  deskGrounds: decision.deskGrounds,
  deskInformationItems: decisionAids.deskInformationItems,
  deskPreview: decision.deskPreview,
  deskReportPreview: decisionAids.deskReportPreview,
  deskModels: decisionAids.deskModels,
  deskDecisionLetter: decisionAids.deskDecisionLetter,
  operationState: operation.operationState,
  operationRetry: operation.operationRetry,
  operationGiveUp: operation.operationGiveUp,
  deskTemplates: templates.deskTemplates,
  deskTemplateSave: templates.deskTemplateSave,
  deskTemplateRemove: templates.deskTemplateRemove,
  deskTemplateTexts: templates.deskTemplateTexts,
  deskErasureLedger: erasure.deskErasureLedger,
  deskErasureRecord: erasure.deskErasureRecord,
  deskDisputeRecord: dispute.deskDisputeRecord,
  deskDisputeEnd: dispute.deskDisputeEnd,
  deskDisputePack: dispute.deskDisputePack,
  deskAcknowledgementAsk: bodyNotice.deskAcknowledgementAsk,
  deskQuoteSend: quote.deskQuoteSend,
  deskQuoteWithdraw: quote.deskQuoteWithdraw,
  deskAuthorityNotified: authority.deskAuthorityNotified,

  secondFactorState: secondFactor.secondFactorState,
  secondFactorBegin: secondFactor.secondFactorBegin,
  secondFactorConfirm: secondFactor.secondFactorConfirm,
  secondFactorGive: secondFactor.secondFactorGive,
  passkeyRegisterBegin: passkeys.passkeyRegisterBegin,
  passkeyRegister: passkeys.passkeyRegister,
  passkeyRemove: passkeys.passkeyRemove,
  passkeyGiveBegin: passkeys.passkeyGiveBegin,
  passkeyGive: passkeys.passkeyGive,

  staffList: staff.staffList,
  staffChange: staff.staffChange,
  staffNominations: staff.staffNominations,
  staffNominationConfirm: staff.staffNominationConfirm,
  staffNominationDecline: staff.staffNominationDecline,
  staffUnlock: staff.staffUnlock,
  staffForgetSecondFactor: staff.staffForgetSecondFactor,
  staffUnlinkCompany: staff.staffUnlinkCompany,

  deskSettingsRead: deskSettings.deskSettingsRead,
  deskSettingsChange: deskSettings.deskSettingsChange,

  auditTrail: audit.auditTrail,
  auditVerify: audit.auditVerify,
  auditExport: audit.auditExport,

  officeFigures: figures.officeFigures,
  chartFigures: figures.chartFigures,
  chartCases: figures.chartCases,
  chartConformance: figures.chartConformance,
  chartTimeline: timeline.chartTimeline,
  chartLog: timeline.chartLog,
} as const satisfies Record<CallName, Endpoint>;

export type EndpointName = keyof typeof endpoints;

import * as assignment from './assignment.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as authority from './authority.ts';
import * as bodyNotice from './body-notice.ts';
import type { CallName } from './calls.ts';
import * as common from './common.ts';
import * as dataCoverage from './data-coverage.ts';
import * as decision from './decision.ts';
import * as decisionAids from './decision-aids.ts';
import * as desk from './desk.ts';
import * as deskSettings from './desk-settings.ts';
import * as dispute from './dispute.ts';
import * as drafts from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as erasure from './erasure.ts';
import * as figures from './figures.ts';
import * as files from './files.ts';
import * as templates from './letter-templates.ts';
import * as operation from './operation.ts';
import * as order from './order.ts';
import * as queue from './queue.ts';
import * as quote from './quote.ts';
import * as report from './report.ts';
import * as secondFactor from './second-factor.ts';
import * as staff from './staff.ts';
import * as timeline from './timeline.ts';
import * as userInfo from './user-info.ts';

/** Every call there is. The server registers these, OpenAPI documents them, tests go through them. */
export const endpoints = {
  login: auth.login,
  liftLock: auth.liftLock,
  logout: auth.logout,
  extendSession: auth.extendSession,
  sessionList: auth.sessionList,
  sessionEnd: auth.sessionEnd,
  sessionEndOthers: auth.sessionEndOthers,
  sendCaptcha: auth.sendCaptcha,
  companySignIn: auth.companySignIn,
  companyLogin: auth.companyLogin,

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

  agreementTemplate: order.agreementTemplate,
  applicationDetails: order.applicationDetails,
  confirmContact: userInfo.confirmContact,
  dataCoverage: dataCoverage.dataCoverage,
  decisionLetter: order.decisionLetter,
  personDataApplication: order.personDataApplication,
  personDataApplicationSup: order.personDataApplicationSup,
  personQualificationReview: order.personQualificationReview,
  qualificationReviewSup: order.qualificationReviewSup,
  sendContactCode: userInfo.sendContactCode,
  nameRecipient: report.nameRecipient,
  withdrawRecipient: report.withdrawRecipient,
  delivery: report.delivery,
  deliveryConfirm: report.deliveryConfirm,
  deliveryFile: report.deliveryFile,
  disputeRecord: dispute.disputeRecord,
  quoteAnswer: quote.quoteAnswer,
  passingOnNotify: bodyNotice.passingOnNotify,
  erasureNotify: bodyNotice.erasureNotify,
  terminateOrder: order.terminateOrder,
  publicApplication: order.publicApplication,

  currentUser: userInfo.currentUser,
  ownVehicle: dataCoverage.ownVehicle,
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
  deskDeadlines: deskSettings.deskDeadlines,
  deskOpinionAsk: assignment.deskOpinionAsk,
  deskOpinionGive: assignment.deskOpinionGive,
  deskMails: desk.deskMails,
  deskMailsChange: desk.deskMailsChange,
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
  passkeyRegisterBegin: secondFactor.passkeyRegisterBegin,
  passkeyRegister: secondFactor.passkeyRegister,
  passkeyRemove: secondFactor.passkeyRemove,
  passkeyGiveBegin: secondFactor.passkeyGiveBegin,
  passkeyGive: secondFactor.passkeyGive,

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

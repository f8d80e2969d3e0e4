import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: 'Owner information',
    wording:
      'Please check your name and contact address: they do not match the proof that you supplied.',
  },
  vehicleProof: {
    label: 'Vehicle proof',
    wording:
      'Please supply a readable copy of the proof that the vehicle is yours, such as both pages of the registration certificate.',
  },
  purpose: {
    label: 'Purpose of use',
    wording: 'Please describe in more detail what you want to use the data for.',
  },
  thirdParty: {
    label: 'Third party',
    wording:
      'Please supply the full name and location of the third party, and a document that shows who it is.',
  },
  agreement: {
    label: 'Data Sharing Agreement',
    wording: 'Please supply the Data Sharing Agreement with the signatures of all parties.',
  },
  dataPeriod: {
    label: 'Time range',
    wording: 'Please confirm the time range: state from when to when you need the data.',
  },
  dataTypes: {
    label: 'Data types',
    wording: 'Please say which types of data you need, and which you can do without.',
  },
  exceptionalNeed: {
    label: 'Exceptional need',
    wording:
      'Please demonstrate the exceptional need: why the data cannot be obtained in time and effectively by other means.',
  },
  scope: {
    label: 'Scope of the data request',
    wording: 'Please narrow down which data are needed, of which vehicles and of which period.',
  },
  safeguards: {
    label: 'Safeguards',
    wording:
      'Please describe the technical and organisational measures that will protect the data.',
  },
  legalProvision: {
    label: 'Legal provision',
    wording: 'Please name the legal provision that assigns the task to your body.',
  },
  materials: {
    label: 'Related materials',
    wording: 'Please supply the documents that the request refers to.',
  },
};

import type { ContractTexts } from '#server/platform/words/contract-texts.ts';

export const contract: ContractTexts = {
  fileName: 'data-sharing-agreement',
  title: 'Data Sharing Agreement',
  note: 'Model for an agreement under Articles 5, 6 and 8 to 11 of Regulation (EU) 2023/2854 (Data Act). The portal has filled in what was typed in the application. Please complete what is open, agree on it, sign it and upload it with the application. It is a model and no legal advice.',
  parties: 'Parties',
  holder: 'Data holder',
  user: 'User',
  recipient: 'Data recipient (third party)',
  facts: { vehicle: 'Connected product', purpose: 'Agreed purpose' },
  clauses: [
    {
      heading: 'Subject',
      paragraphs: [
        'At the request of the user (Article 5(1) of the Data Act), the data holder makes readily available data of the connected product named above available to the data recipient, with the metadata needed to interpret and use them.',
        'Which data these are, and of which period, is stated by the user in the data request of the application in the data holder’s portal. That data request is part of this agreement.',
      ],
    },
    {
      heading: 'Making the data available',
      paragraphs: [
        'The data holder makes the data available without undue delay, in the quality available to itself, easily, securely, and in a comprehensive, structured, commonly used and machine-readable format.',
        'This is free of charge to the user.',
        'The terms between data holder and data recipient are fair, reasonable and non-discriminatory, and the data are made available in a transparent manner (Article 8).',
      ],
    },
    {
      heading: 'Use of the data',
      paragraphs: [
        'The data recipient processes the data only for the purpose named above and under the conditions agreed with the user, and erases them when they are no longer necessary for that purpose, unless it has agreed otherwise with the user for non-personal data (Article 6(1)).',
        'The data recipient does not use the data to develop a product that competes with the connected product from which they come, and does not share them with another for that purpose; it does not use them for profiling, unless this is necessary to provide the service requested by the user (Article 6(2)).',
        'The data recipient makes the data available to another third party only on the basis of a contract with the user and where the confidentiality of trade secrets is preserved, and never to an undertaking designated as a gatekeeper under Article 3 of Regulation (EU) 2022/1925. It declares that it is no such undertaking itself (Article 5(3)).',
        'The data recipient does not use the data in a manner that has an adverse impact on the security of the connected product, and does not prevent a user who is a consumer from making the data available to others.',
      ],
    },
    {
      heading: 'Personal data',
      paragraphs: [
        'Where the user is not the data subject, personal data are made available only where there is a valid legal basis under Article 6 of Regulation (EU) 2016/679 and, where relevant, the conditions of Article 9 of that Regulation and of Article 5(3) of Directive 2002/58/EC are fulfilled (Article 5(7)).',
        'Each party is itself responsible for its own processing of personal data.',
      ],
    },
    {
      heading: 'Trade secrets',
      paragraphs: [
        'Trade secrets are disclosed only to the extent strictly necessary for the agreed purpose. The data holder names the data that are protected as trade secrets (Article 5(9)): ___',
        'The technical and organisational measures agreed to preserve their confidentiality are: ___',
      ],
    },
    {
      heading: 'Compensation',
      paragraphs: [
        'The data recipient pays the data holder for making the data available: ___ Any compensation is non-discriminatory and reasonable (Article 9).',
        'Where the data recipient is a small or medium-sized enterprise or a not-for-profit research organisation within the meaning of Article 9(4), the compensation does not exceed the costs directly related to making the data available.',
      ],
    },
    {
      heading: 'Security and unauthorised use',
      paragraphs: [
        'The data recipient protects the data by appropriate technical and organisational measures against unauthorised access and disclosure.',
        'If data were obtained, used or disclosed unlawfully, the data recipient without undue delay erases them and all copies, ends the use, and informs the user of it and of the measures taken (Article 11(2)).',
      ],
    },
    {
      heading: 'Duration',
      paragraphs: [
        'This agreement takes effect with the last signature and ends on: ___',
        'The user may end the making available of data at any time with effect for the future. What is agreed on use, personal data, trade secrets and security continues to apply to data that were received.',
      ],
    },
    {
      heading: 'Disputes',
      paragraphs: [
        'The parties may refer a dispute to a certified dispute settlement body (Article 10). The right to an effective remedy before a court of a Member State is not affected.',
        'The law that applies is that of: ___',
      ],
    },
  ],
  signatures: 'Signatures',
  placeAndDate: 'Place and date',
  signature: 'Name and signature',
};

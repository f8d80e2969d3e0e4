/**
 * Requirements that the machines implement: articles of Regulation (EU) 2023/2854 (Data Act) and of
 * the GDPR, and clauses of the specification by id in `tests/specification.json`. States and
 * transitions list theirs in `meta`, and inherit those of the states around them.
 */
const requirements = {
  'Art. 4(1)': 'The user is given the readily available data of the connected product',
  'Art. 4(2)': 'Access may be restricted where the safety requirements of the product demand it',
  'Art. 4(5)': 'The user is identified by no more than is necessary',
  'Art. 4(7)': 'Data are withheld or suspended while trade secrets are not protected as agreed',
  'Art. 4(8)': 'A request is refused where trade secrets would suffer serious economic damage',
  'Art. 4(9)': 'The user may complain, or take the matter to dispute settlement',
  'Art. 4(12)': 'Personal data of others are given with a valid legal basis alone',
  'Art. 5(1)': 'Upon request by a user the data are given to a third party',
  'Art. 5(3)': 'No gatekeeper is an eligible third party',
  'Art. 5(7)': 'Personal data of others are given to a third party with a valid legal basis alone',
  'Art. 5(10)': 'Towards a third party data are withheld or suspended in the same way',
  'Art. 5(11)': 'A third party is refused where trade secrets would suffer serious damage',
  'Art. 10': 'Disputes may be settled by certified bodies',
  'Art. 14': 'Public-sector bodies are given data for an exceptional need',
  'Art. 18(1)': 'A public-sector body is given the data without undue delay',
  'Art. 18(2)': 'A public-sector body is declined, or asked to modify, on three grounds alone',
  'Art. 20': 'Outside an emergency the data holder may ask for compensation',
  'Art. 38': 'Persons may lodge a complaint with the competent authority',
  'Art. 5(1)(e) GDPR': 'Personal data are kept no longer than is necessary',
  'Art. 32 GDPR': 'Access is secured by measures appropriate to the risk',
  '3-cookies': 'Cookies: login, consent, session, language',
  '4-codes': 'Status codes in their lists',
  '4-transitions': 'Transitions of an application',
  '4-terminate': 'Termination by the requester',
  '4-login': 'Login flow: e-mail, code, welcome',
  '4-lock': 'Five consecutive wrong codes block login for 24 hours',
  '4-report': 'Report: generated, password-protected, kept for a time',
  '5-number': 'Five files an upload',
  '5-failed': 'An upload that failed can be tried again',
  '8-consent': 'Consent to cookies, and its withdrawal',
} as const;

type Requirement = keyof typeof requirements;

export interface Traced {
  requirements?: readonly Requirement[];
}

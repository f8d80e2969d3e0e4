import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { User } from '#contract/user-info.ts';
import type { personalFields } from '#forms/personal-fields.ts';
import { fileIdOf } from '#tests/components/answers.ts';
import { storeUnsaved, unsavedKeys } from '#tests/components/drafts.ts';
import {
  agree,
  attach,
  begin,
  choose,
  type Filling,
  fill,
  pick,
  press,
  set,
  write,
} from '#tests/components/filling.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { agent, owner } from '#tests/components/people.ts';
import {
  factsIn,
  linksIn,
  offeredIn,
  pageOf,
  problems,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import { listOf, NUMBER, OTHER_NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';
import { activateLanguage } from '#ui/language/language.ts';

const NEW = '/home/data-acquisition/new';
const PROOF = 'Vehicle proof, for example the registration certificate or the lease';
const MAILBOX = 'data@example-motors.eu';
const AGREEMENT = 'Signed Data Sharing Agreement';

type Path = keyof typeof personalFields;
type Optional = {
  [P in Path]: (typeof personalFields)[P] extends { isOptional: true } ? P : never;
}[Path];

/** Input into every required field. */
const fillings = {
  'user.title': pick('Title (optional)', 'Ms'),
  'user.firstName': write('First name', 'Anna'),
  'user.middleName': write('Middle name (optional)', 'Maria'),
  'user.lastName': write('Last name', 'Nowak'),
  'user.dateOfBirth': set('Date of birth', '1985-04-02'),
  'user.phone': write('Phone number', '+48 600 100 200'),
  'user.address': write('Contact address', 'ul. Długa 7'),
  'user.postCode': write('Post code', '31-147'),
  'user.city': write('City', 'Kraków'),
  'user.country': pick('Country or region', 'Poland'),
  'vehicle.vehicleId': choose('Vehicle', 'Zoe'),
  'vehicle.proof': attach(PROOF, 'registration.pdf'),
  purpose: pick('Purpose of use', 'Insurance'),
  purposeDetails: write('Details of the purpose (optional)', 'A claim.'),
  use: choose('Who uses the data?', 'A third party uses them'),
  'thirdParty.name': write('Full name of the third party', 'Insurer SA'),
  'thirdParty.location': write('Location of the third party', 'Paris, France'),
  'thirdParty.email': write('E-mail address of the third party', 'data@insurer.example'),
  'thirdParty.materials': attach('Third-party related materials (optional)', 'company.pdf'),
  'thirdParty.agreement': attach(AGREEMENT, 'agreement.pdf'),
  userAgreementAccepted: agree(
    /^I accept the user agreement: my statements are true\. (I will not|The third party)/,
  ),
} satisfies Record<Exclude<Path, Optional>, Filling> & Partial<Record<Optional, Filling>>;

/** Input of the call for `fillings`. */
const form = {
  user: {
    title: 'ms',
    firstName: 'Anna',
    middleName: 'Maria',
    lastName: 'Nowak',
    dateOfBirth: '1985-04-02',
    phone: '+48 600 100 200',
    address: 'ul. Długa 7',
    postCode: '31-147',
    city: 'Kraków',
    country: 'PL',
  },
  vehicle: { vehicleId: 'car-2', proof: [fileIdOf.vehicleProof] },
  purpose: 'insurance',
  purposeDetails: 'A claim.',
  thirdParty: {
    name: 'Insurer SA',
    location: 'Paris, France',
    email: 'data@insurer.example',
    materials: [fileIdOf.thirdPartyMaterial],
    agreement: [fileIdOf.agreement],
  },
  userAgreementAccepted: true,
};

const steps: [string, string, string, (keyof typeof fillings)[]][] = [
  ['vehicle', 'Your vehicle', 'about-you', fieldsOf('vehicle.')],
  ['about-you', 'About you', 'purpose', fieldsOf('user.')],
  [
    'purpose',
    'Your application',
    'check',
    [...fieldsOf('purpose'), 'use', ...fieldsOf('thirdParty')],
  ],
  ['check', 'Check your answers', '', ['userAgreementAccepted']],
];
function fieldsOf(beginning: string) {
  const all = Object.keys(fillings) as (keyof typeof fillings)[];
  return all.filter((path) => path.startsWith(beginning));
}

const twizy = { vehicleId: 'car-1', vin: 'VF1AAAAA000000001', name: 'Twizy', onBehalfOf: null };

const openStep = (step: string, answers: Answers = {}, user = owner) =>
  openPage(
    `${NEW}/${step}`,
    {
      personQualificationReview: { applicationNumber: NUMBER, revision: 0 },
      applicationDetails: recordOf(),
      history: listOf(),
      ...answers,
    },
    user,
  );
/** Sets the data holder's name and contact, as the server does. */
function nameHolder() {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { contactMailbox: MAILBOX, holder: 'Example Motors' });
  onTestFinished(() => {
    delete dataset.contactMailbox;
    delete dataset.holder;
  });
}

/** Typed values as stored in the draft. */
const draft = {
  submissionId: '7b0c4a52-6d2b-4f7e-9a55-0d6f1f4a9c11',
  user: { ...form.user, dateOfBirth: '1985-04-02' },
  vehicle: {
    vehicleId: 'car-2',
    proof: [{ fileId: fileIdOf.vehicleProof, name: 'registration.pdf', size: 7 }],
  },
  purpose: 'insurance',
  purposeDetails: 'A claim.',
  use: 'personal',
  thirdParty: { name: '', location: '', email: '', materials: [], agreement: [] },
  userAgreementAccepted: false,
};
const storeDraft = (values: object = draft) => storeUnsaved(`${owner.id}:application`, values);

describe('every field that is typed', () => {
  test('appears once in Chinese, the family name first', async () => {
    await activateLanguage('zh');
    onTestFinished(async () => {
      cleanup();
      await activateLanguage('en');
    });
    openStep('about-you');
    const page = await pageOf('您的信息');
    const labels = [...page.querySelectorAll('label, legend')].map(
      ({ textContent }) => textContent,
    );
    expect(labels).toEqual([
      '称谓（选填）',
      '姓',
      '中间名（选填）',
      '名',
      '只有一个名字',
      '出生日期',
      '电话号码',
      '联系地址',
      '邮政编码',
      '城市',
      '国家或地区',
    ]);
  });

  test('is shown in the summary and sent', { tags: ['3-user', '3-application'] }, async () => {
    const user = openStep('vehicle');
    for (const [index, [step, title, next, fields]] of steps.entries()) {
      const page = await pageOf(title);
      expect(addressNow()).toBe(`${NEW}/${step}`);
      expect(textOf(page)).toContain(`New application, step ${index + 1} of ${index < 2 ? 3 : 4}`);
      if (step === 'check') {
        await within(page).findByText(/Poland/);
        expect(factsIn(page)).toEqual({
          Name: 'Ms Anna Maria Nowak',
          'Date of birth': '2 April 1985',
          'Phone number': '+48 600 100 200',
          'Contact address': 'ul. Długa 7 31-147 Kraków Poland',
          Vehicle: 'Zoe',
          'Vehicle identification number': 'VF1BBBBB000000002',
          'Vehicle proof': 'registration.pdf 7 bytes',
          'Purpose of use': 'Insurance',
          Details: 'A claim.',
          'Who uses the data': 'A third party',
          'Full name of the third party': 'Insurer SA',
          'Location of the third party': 'Paris, France',
          'E-mail address of the third party': 'data@insurer.example',
          'Third-party related materials': 'company.pdf 7 bytes',
          'Data Sharing Agreement': 'agreement.pdf 7 bytes',
        });
        expect(linksIn(page)).toMatchObject({
          'Change owner information': `${NEW}/about-you`,
          'Change vehicle information': `${NEW}/vehicle`,
          'Change application information': `${NEW}/purpose`,
          Back: `${NEW}/purpose`,
        });
      }
      await fill(
        user,
        fields.map((path) => fillings[path]),
      );
      await press(user, next ? 'Continue' : 'Send the application');
      // Purpose and use are proposed.
      if (next === 'purpose')
        await user.click(
          await screen.findByRole('link', { name: 'Change application information' }),
        );
    }
    await pageOf('Your application is filed');
    expect(addressNow()).toBe(`/home/data-acquisition/applications/${NUMBER}/filed`);
    expect(sentTo('personQualificationReview')).toEqual([
      { submissionId: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/), form },
    ]);
    expect(sentTo('personUploadCert')).toEqual([
      { usage: 'vehicleProof' },
      { usage: 'thirdPartyMaterial' },
      { usage: 'agreement' },
    ]);
    expect(headersOf('personUploadCert').get('accept-language')).toBe('en');
    expect(unsavedKeys()).toEqual([]);
  });

  test('of a third party is left out for personal use', async () => {
    storeDraft({ ...draft, thirdParty: { ...form.thirdParty, materials: [], agreement: [] } });
    const user = openStep('check');
    const page = await pageOf('Check your answers');
    await waitFor(() => expect(factsIn(page)['Who uses the data']).toBe('I use them myself'));
    expect(textOf(page)).not.toContain('Insurer SA');
    await fill(user, [fillings.userAgreementAccepted]);
    await press(user, 'Send the application');
    await pageOf('Your application is filed');
    const { thirdParty: _, ...own } = form;
    expect(sentTo('personQualificationReview')).toEqual([
      { submissionId: draft.submissionId, form: own },
    ]);
  });

  test('can be left empty when its label says so', async () => {
    const { title: _, middleName: __, ...asked } = draft.user;
    storeDraft({ ...draft, user: { ...asked, title: '', middleName: '' }, purposeDetails: '' });
    const user = openStep('check');
    await fill(user, [fillings.userAgreementAccepted]);
    await press(user, 'Send the application');
    await pageOf('Your application is filed');
    const sent = sentTo('personQualificationReview')[0]?.form;
    expect(sent?.user).not.toHaveProperty('title');
    expect(sent?.user).not.toHaveProperty('middleName');
    expect(sent).not.toHaveProperty('purposeDetails');
  });
});

describe('a user’s usual answers', () => {
  test('are preselected, and can be changed', async () => {
    const user = openStep('about-you');
    expect(typedIn(await screen.findByRole('combobox', { name: 'Country or region' }))).toBe('PL');
    cleanup();
    openStep('purpose');
    const purpose = await screen.findByRole('combobox', { name: 'Purpose of use' });
    expect(typedIn(purpose)).toBe('ownInformation');
    expect(screen.getByRole('radio', { name: 'I use them myself' })).toHaveProperty(
      'checked',
      true,
    );
    await fill(user, [fillings.use]);
    expect(typedIn(purpose)).toBe('');
  });

  test('are not preselected for an account that acts for somebody else', async () => {
    openStep('about-you', {}, agent);
    expect(typedIn(await screen.findByRole('combobox', { name: 'Country or region' }))).toBe('');
    cleanup();
    openStep('purpose', {}, agent);
    expect(typedIn(await screen.findByRole('combobox', { name: 'Purpose of use' }))).toBe('');
    const recipient = screen.getByRole('textbox', { name: 'E-mail address of the third party' });
    expect(typedIn(recipient)).toBe(agent.email);
  });
});

describe('a step', () => {
  test.each<[string, string, string[]]>([
    [
      'about-you',
      'About you',
      [
        'Enter the first name',
        'Enter the last name',
        'Enter the date of birth',
        'Enter the phone number',
        'Enter the contact address',
        'Enter the post code',
        'Enter the city',
      ],
    ],
    ['vehicle', 'Your vehicle', ['Choose a vehicle', 'Upload the vehicle proof']],
  ])('%s lists what is missing', { tags: ['5-prompts'] }, async (step, title, missing) => {
    const user = openStep(step);
    await pageOf(title);
    await press(user, 'Continue');
    expect(await problems()).toEqual(missing);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'There is a problem' }));
    expect(document.title).toBe(`Error: ${title} – Vehicle data access`);
    expect(addressNow()).toBe(`${NEW}/${step}`);
  });

  test('shows no problems of another step', async () => {
    const user = openStep('about-you');
    await pageOf('About you');
    await press(user, 'Continue');
    await problems();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await pageOf('Your vehicle');
    expect(screen.queryByRole('region', { name: 'There is a problem' })).toBeNull();
    expect(document.title).toBe('Your vehicle – Vehicle data access');
  });

  test('for a third party requires name, location, e-mail address and agreement', {
    tags: ['5-agreement'],
  }, async () => {
    const user = openStep('purpose');
    await fill(user, [fillings.use]);
    await press(user, 'Continue');
    expect(await problems()).toEqual([
      'Choose the purpose of use',
      'Enter the full name of the third party',
      'Enter the location of the third party',
      'Enter the e-mail address of the third party',
      'Please upload the Data Sharing Agreement',
    ]);
  });

  test('describes valid values', async () => {
    storeDraft();
    const user = openStep('about-you');
    await fill(user, [
      write('Phone number', 'none'),
      write('First name', 'x'.repeat(201)),
      set('Date of birth', '1870-01-01'),
    ]);
    await press(user, 'Continue');
    expect(await problems()).toEqual([
      'First name: use at most 200 characters',
      'Enter a date of birth in the past, at most 120 years ago, with four digits for the year',
      'Enter a phone number like +48 600 100 200',
    ]);
    await user.click(
      screen.getByRole('link', { name: 'Enter a phone number like +48 600 100 200' }),
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Phone number' }));
  });

  test('does not require a first name of a person with one name', async () => {
    storeDraft({ ...draft, user: { ...draft.user, firstName: '', lastName: 'Sukarno' } });
    const user = openStep('about-you');
    await press(user, 'Continue');
    expect(await problems()).toEqual(['Enter the first name']);
    await fill(user, [agree(/only one name/)]);
    expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull();
    await press(user, 'Continue');
    await pageOf('Your application');
  });

  test.each([
    ['', 'Sukarno'],
    ['Putra', 'Putra'],
  ])(
    'keeps the first name of a person with one name and the last name «%s»',
    async (last, kept) => {
      storeDraft({ ...draft, user: { ...draft.user, firstName: 'Sukarno', lastName: last } });
      const user = openStep('about-you');
      await pageOf('About you');
      await fill(user, [agree(/only one name/)]);
      expect(typedIn(screen.getByRole('textbox', { name: 'Last name' }))).toBe(kept);
    },
  );

  test('that sends the form links each problem to its field', { tags: ['5-ticks'] }, async () => {
    storeDraft({ submissionId: draft.submissionId, purpose: '', use: '' });
    const user = openStep('check');
    await pageOf('Check your answers');
    await press(user, 'Send the application');
    expect(await problems()).toHaveLength(12);
    expect(sentTo('personQualificationReview')).toEqual([]);
    for (const [problem, step, field] of [
      ['Enter the first name', 'about-you', 'user.firstName'],
      ['Enter the date of birth', 'about-you', 'user.dateOfBirth'],
      ['Choose a vehicle', 'vehicle', 'vehicle.vehicleId'],
      ['Upload the vehicle proof', 'vehicle', 'vehicle.proof'],
      ['Choose who uses the data', 'purpose', 'use'],
      ['Please accept the user agreement', 'check', 'userAgreementAccepted'],
    ] as const) {
      await user.click(screen.getByRole('link', { name: problem }));
      await waitFor(() => expect(document.activeElement?.id).toBe(`field-${field}`));
      expect(location.pathname).toBe(`${NEW}/${step}`);
    }
  });

  test('continues an upload while another step is shown, and waits for it', async () => {
    let arrive = () => {};
    storeDraft({
      ...draft,
      use: 'thirdParty',
      thirdParty: {
        ...form.thirdParty,
        materials: [],
        agreement: [{ fileId: fileIdOf.agreement, name: 'agreement.pdf', size: 7 }],
      },
    });
    const user = openStep('purpose', {
      personUploadCert: ({ usage }) =>
        new Promise((resolve) => {
          arrive = () =>
            resolve({ fileId: fileIdOf[usage], name: 'company.pdf', size: 7, usage, marks: [] });
        }),
    });
    await fill(user, [begin('Third-party related materials (optional)', 'company.pdf')]);
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await pageOf('About you');
    await press(user, 'Continue');
    await pageOf('Your application');
    await press(user, 'Continue');
    expect(await problems()).toEqual(['Please wait until the files are uploaded']);
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await pageOf('About you');
    arrive();
    await press(user, 'Continue');
    await screen.findByRole('button', { name: 'Remove company.pdf' });
    await press(user, 'Continue');
    const facts = factsIn(await pageOf('Check your answers'));
    expect(facts['Third-party related materials']).toBe('company.pdf 7 bytes');
    await fill(user, [fillings.userAgreementAccepted]);
    await press(user, 'Send the application');
    await pageOf('Your application is filed');
    expect(sentTo('personQualificationReview')[0]?.form).toEqual(form);
  });

  test('does not wait for the files of a third party that gets no data', async () => {
    storeDraft({ ...draft, use: 'thirdParty' });
    const user = openStep('purpose', { personUploadCert: rejected(500, 'Not now.') });
    await fill(user, [begin(AGREEMENT, 'agreement.pdf')]);
    await screen.findByRole('button', { name: 'Retry agreement.pdf' });
    await fill(user, [choose('Who uses the data?', 'I use them myself')]);
    await press(user, 'Continue');
    await pageOf('Check your answers');
  });

  test('that does not exist redirects to the first', async () => {
    openStep('nowhere');
    await pageOf('Your vehicle');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe(
      '/home/data-acquisition',
    );
  });

  test('offers the agreement template with the typed values', async () => {
    nameHolder();
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof rejected>>();
    const user = openStep('purpose', { agreementTemplate: () => promise });
    storeDraft({});
    await fill(user, [
      fillings.purpose,
      fillings.purposeDetails,
      fillings.use,
      fillings['thirdParty.name'],
    ]);
    const offer = await screen.findByRole('button', {
      name: 'Download the contract template (Word)',
    });
    expect(textOf(await pageOf('Your application'))).toContain(
      `Send it to ${MAILBOX}. Example Motors signs it as data holder and returns it to you.`,
    );
    await user.click(offer);
    // The button is disabled during the download.
    await waitFor(() => expect(sentTo('agreementTemplate')).toHaveLength(1));
    expect(offer.matches(':disabled')).toBe(true);
    resolve(rejected(500, 'It went wrong.'));
    await screen.findByText('It went wrong.');
    await waitFor(() => expect(offer.matches(':disabled')).toBe(false));
    expect(sentTo('agreementTemplate')).toEqual([
      {
        user: { country: 'PL' },
        purpose: 'insurance',
        purposeDetails: 'A claim.',
        thirdParty: { name: 'Insurer SA' },
      },
    ]);
  });
});

describe('a form that is not sent', () => {
  test('is deleted after confirmation', { tags: ['4-abandon'] }, async () => {
    storeDraft();
    const user = openStep('about-you', {
      history: listOf(),
      draftRead: { revision: 7, savedAt: 1, content: '{"values":{}}' },
      draftSave: rejected(codes.draftOutdated, 'It was changed.'),
    });
    await screen.findByText('This form was changed in another tab or on another device');
    await press(user, 'Cancel the application');
    const dialog = await screen.findByRole('dialog', { name: 'Abandon the data application?' });
    expect(textOf(dialog)).toContain('Everything you typed and uploaded for it will be deleted.');
    await user.click(within(dialog).getByRole('button', { name: 'Keep the application' }));
    expect(unsavedKeys()).toHaveLength(1);
    await press(user, 'Cancel the application');
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Abandon' }),
    );
    await pageOf('My applications');
    await waitFor(() => expect(sentTo('draftForget')).toEqual([{ name: 'application' }]));
    expect(unsavedKeys()).toEqual([]);
  });
});

describe('an account', () => {
  test('without a vehicle gets instructions, as a user and as a third party', {
    tags: ['1-link', '5-no-vehicle', '8-no-vehicle'],
  }, async () => {
    nameHolder();
    openStep('about-you', {}, { ...owner, vehicles: [] });
    const page = await pageOf('New application');
    expect(textOf(page)).toContain(
      'No vehicles under the account are eligible, data access temporarily unsupported',
    );
    expect(textOf(page)).toContain(
      'Please first complete registration and linking of your vehicle',
    );
    expect(textOf(page)).toContain(
      `Send the consent to ${MAILBOX}, with the vehicle identification number`,
    );
    expect(textOf(page)).toContain('Example Motors then links the vehicle to your account.');
    expect(offeredIn(page)).toEqual([
      'My applications',
      MAILBOX,
      'request of a public sector body',
    ]);
  });

  test('whose vehicles cannot be loaded gets a retry', async () => {
    const user = openStep('about-you', {}, { ...owner, vehicles: null });
    const page = await pageOf('New application');
    expect(textOf(page)).toContain('Your vehicles cannot be shown at the moment');
    expect(textOf(page)).not.toContain('No vehicles under the account');
    answerWith({ currentUser: owner });
    await press(user, 'Try again');
    await screen.findByRole('button', { name: 'Continue' });
  });

  test('that acts for a user applies as a third party', async () => {
    storeUnsaved(`${agent.id}:application`, { ...draft, use: 'personal' });
    const user = openStep('vehicle', {}, agent);
    expect(textOf(await pageOf('Vehicle'))).toContain(
      `VF1BBBBB000000002, on behalf of ${owner.email}`,
    );
    await press(user, 'Continue');
    expect(textOf(await pageOf('About the user'))).toContain('You act on behalf of the user');
    await press(user, 'Continue');
    const page = await pageOf('Your application');
    expect(textOf(page)).toContain(`You act on behalf of ${owner.email}`);
    expect(screen.queryByRole('group', { name: 'Who uses the data?' })).toBeNull();
    await press(user, 'Continue');
    expect(await problems()).toEqual([
      'Enter the full name of the third party',
      'Enter the location of the third party',
      'Enter the e-mail address of the third party',
      'Please upload the Data Sharing Agreement',
    ]);
    await fill(
      user,
      fieldsOf('thirdParty').map((path) => fillings[path]),
    );
    await press(user, 'Continue');
    await fill(user, [
      agree(/^I accept the user agreement: my statements are true\. The third party/),
    ]);
    await press(user, 'Send the application');
    await pageOf('Your application is filed');
    expect(sentTo('personQualificationReview')[0]?.form).toEqual(form);
  });

  test.each<[string, string, User]>([
    ['with a single vehicle', '', { ...owner, vehicles: [twizy] }],
    ['that comes from a vehicle', '?vehicle=car-1', owner],
  ])('%s finds the vehicle selected', async (_, search, person) => {
    openStep(`vehicle${search}`, {}, person);
    const radio = await screen.findByRole<HTMLInputElement>('radio', { name: /Twizy/ });
    expect(radio.checked).toBe(true);
  });

  test('can use the details of its last application', async () => {
    const earlier = [
      summaryOf('personal', 'approved', { number: OTHER_NUMBER, createdAt: 1 }),
      summaryOf('personal', 'qualification.submitted', { createdAt: 2 }),
      summaryOf('public', 'dataRequest.underReview', { number: OTHER_NUMBER, createdAt: 3 }),
    ];
    const user = openStep('about-you', { history: listOf(...earlier) });
    await press(user, 'Continue');
    await problems();
    await press(user, 'Use the details of Anna Maria Nowak');
    expect(sentTo('applicationDetails')).toEqual([{ applicationNumber: NUMBER }]);
    expect(typedIn(screen.getByRole('textbox', { name: 'Post code' }))).toBe('31-147');
    await press(user, 'Continue');
    await pageOf('Check your answers');
  });

  test('of a person with one name can use the details of its last application', async () => {
    const record = structuredClone(recordOf('personal', 'approved'));
    const { personal } = record;
    const oneName = { firstName: undefined, middleName: undefined, lastName: 'Sukarno' };
    if (personal) personal.user = { ...personal.user, ...oneName };
    const user = openStep('about-you', {
      history: listOf(summaryOf('personal', 'approved')),
      applicationDetails: record,
    });
    await press(user, 'Use the details of Sukarno');
    await press(user, 'Continue');
    await pageOf('Check your answers');
  });

  test('without an earlier application is not offered earlier details', async () => {
    openStep('about-you', { history: listOf() });
    await waitFor(() => expect(sentTo('history')).toHaveLength(1));
    await pageOf('About you');
    expect(screen.queryByRole('button', { name: /^Use the details/ })).toBeNull();
  });
});

import { i18n } from '@lingui/core';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import type { DataType } from '#contract/data-types.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import type { dataRequestFields } from '#forms/data-request-fields.ts';
import { type Field, fieldsIn } from '#forms/field.ts';
import { publicFields } from '#forms/public-fields.ts';
import { commonAnswers, dataTypeLabels, fileIdOf, shownCar } from '#tests/components/answers.ts';
import { unsavedKeys } from '#tests/components/drafts.ts';
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
  tick,
  tickOnly,
  write,
} from '#tests/components/filling.ts';
import { APPLICATION, HOME } from '#tests/components/open-application.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { body, owner } from '#tests/components/people.ts';
import {
  choicesIn,
  factsIn,
  itemsOf,
  linksIn,
  pageOf,
  problems,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import {
  afterSending,
  dataRequest,
  files,
  listOf,
  NUMBER,
  personal,
  recordOf,
  summaryOf,
} from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  rejected,
  sentTo,
  wrongFields,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const DAY = 24 * 60 * 60 * 1000;
const answered = { applicationNumber: NUMBER, revision: 4 };

/** Fills in a field that is shown as text with «Change». */
const changed =
  (filling: Filling): Filling =>
  async (user) => {
    await press(user, 'Change');
    await filling(user);
  };

describe('a public-sector body’s request', () => {
  /** Label and text of each field with text. */
  const texts = {
    departmentName: ['Department name', 'Road Safety Authority'],
    telephone: ['Telephone', '+32 2 123 45 67'],
    legalProvision: ['Legal provision', 'Mobility Act, section 4.'],
    exceptionalNeed: ['Exceptional need', 'No other source.'],
    dataRequest: ['Data request', 'Counts of braking.'],
    scope: ['Scope of the data request', 'The region.'],
    granularity: ['Granularity, volume and frequency', 'Monthly counts.'],
    holderReason: ['Why this data holder', 'It makes them.'],
    purpose: ['Data purpose', 'Planning.'],
    useAndDuration: ['Intended use and duration', 'Six months.'],
    onwardRecipients: ['Onward recipients (optional)', 'The institute.'],
    safeguards: ['Safeguards', 'Encrypted.'],
    erasure: ['Expected erasure', 'End of 2027.'],
    penalties: ['Penalties', 'Fines.'],
    dataCoordinator: ['Data coordinator', 'The national one.'],
    publication: ['Publication', 'In its register.'],
    supervisoryNotice: ['Notice to the data protection authority (optional)', 'None.'],
    examinedBy: ['Examined in another Member State (optional)', 'The authority.'],
  } as const;
  const ofTexts = <Value,>(value: (label: string, text: string) => Value) =>
    Object.fromEntries(
      Object.entries(texts).map(([path, [label, text]]) => [path, value(label, text)]),
    ) as Record<keyof typeof texts, Value>;
  const fillings: Record<Exclude<keyof typeof publicFields, 'maskingLevel'>, Filling> = {
    ...ofTexts(write),
    contactEmail: changed(write('Contact e-mail', 'authority@example.eu')),
    type: choose('Type', 'Task in the public interest (Art. 15(1)(b))'),
    from: set('Start time', '2026-01-01T00:00'),
    to: set('End time', '2026-07-01T12:30'),
    dataTypes: tick('Data types', dataTypeLabels.battery),
    deadline: set('Needed by', '2027-02-01'),
    receptionMethod: pick('Preferred reception method', 'Download from the portal'),
    reportLanguage: changed(pick('Report language', 'Polish')),
    materials: attach('Related materials, for example the signed request', 'signed.pdf'),
    userAgreementAccepted: agree(/^I accept the user agreement: our statements are true\./),
  };
  const form = {
    ...ofTexts((_, text) => text),
    contactEmail: 'authority@example.eu',
    type: 'publicInterestTask',
    // Midnight and half past twelve in Warsaw.
    from: '2025-12-31T23:00:00Z',
    to: '2026-07-01T10:30:00Z',
    dataTypes: ['battery'],
    deadline: '2027-02-01',
    receptionMethod: 'portalDownload',
    reportLanguage: 'pl',
    materials: [fileIdOf.publicMaterial],
    userAgreementAccepted: true,
  };
  const openForm = (answers: Answers = {}, user = body, section = '') =>
    openPage(
      `${HOME}/public-sector${section}`,
      { publicApplication: answered, history: listOf(), ...answers },
      user,
    );

  const titles = {
    body: 'The public sector body',
    data: 'The data',
    use: 'The use',
    formalities: 'Formal requirements',
    delivery: 'Delivery',
  };
  const sections = Object.keys(titles) as (keyof typeof titles)[];
  const fillSection = (user: UserEvent, section: string) =>
    fill(
      user,
      fieldsIn(publicFields, section).flatMap(
        (path) => (fillings as Record<string, Filling>)[path] ?? [],
      ),
    );
  const goTo = async (user: UserEvent, title: string) => {
    const list = screen.getByRole('navigation', { name: 'Sections of the request' });
    await user.click(within(list).getByRole('link', { name: new RegExp(`^${title}`) }));
    await pageOf(title);
  };
  const states = () => itemsOf(screen.getByRole('navigation', { name: 'Sections of the request' }));

  test('sends every typed field, section by section, after the summary', async () => {
    const user = openForm({ applicationDetails: recordOf('public') });
    for (const [index, section] of sections.entries()) {
      const page = await pageOf(titles[section]);
      expect(textOf(page)).toContain(`Request of a public sector body, step ${index + 1} of 6`);
      if (section === 'body')
        expect(textOf(page)).toContain('The password of the report goes to body@example.eu.');
      await fillSection(user, section);
      await press(user, 'Continue');
    }
    const page = await pageOf('Check your answers');
    expect(states()).toEqual([
      ...Object.values(titles).map((title) => `${title} Complete`),
      'Check your answers',
    ]);
    await within(page).findByText('Road Safety Authority');
    expect(factsIn(page)).toMatchObject({
      'Department name': 'Road Safety Authority',
      'Exceptional need': 'No other source.',
      'Needed by': '1 February 2027',
      'Related materials': 'signed.pdf 7 bytes',
    });
    // Outside an emergency, the form has no level of masking.
    expect(Object.keys(factsIn(page))).toHaveLength(Object.keys(publicFields).length - 2);
    expect(linksIn(page)).toMatchObject({
      'Change The public sector body': `${HOME}/public-sector`,
      'Change The data': `${HOME}/public-sector/data`,
      Back: `${HOME}/public-sector/delivery`,
    });
    await fill(user, [fillings.userAgreementAccepted]);
    await press(user, 'Send the request');
    await pageOf('Your request is received');
    expect(addressNow()).toBe(`${HOME}/public-sector/status?number=${NUMBER}`);
    expect(sentTo('publicApplication')).toEqual([
      { submissionId: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/), form },
    ]);
    expect(sentTo('publicUploadCert')).toEqual([{ usage: 'publicMaterial' }]);
    expect(unsavedKeys()).toEqual([]);
  });

  test('starts at its first section with the author’s language and address', {
    tags: ['2-public-form'],
  }, async () => {
    const before = history.length;
    openForm({}, body, '/nothing');
    const page = await pageOf('The public sector body');
    expect(addressNow()).toBe(`${HOME}/public-sector`);
    expect(history.length).toBe(before);
    expect(linksIn(page)).toMatchObject({ Back: HOME });
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
    cleanup();
    const user = openForm({}, body, '/delivery');
    await pageOf('Delivery');
    await screen.findByText('Report language: English');
    await goTo(user, 'The data');
    expect(linksIn(await pageOf('The data'))).toMatchObject({ Back: `${HOME}/public-sector` });
  });

  test('takes the details of the body’s last request', async () => {
    const earlier = {
      history: listOf(summaryOf('public', 'approved')),
      applicationDetails: recordOf('public'),
    };
    const user = openForm(earlier);
    await press(user, 'Use the details of Road Safety Authority');
    for (const [label, value] of [
      ['Department name', 'Road Safety Authority'],
      ['Telephone', '+32 2 123 45 67'],
    ] as const)
      expect(typedIn(screen.getByRole('textbox', { name: label }))).toBe(value);
    await screen.findByText('The password of the report goes to authority@example.eu.');
  });

  test('continues from a section when it is complete', async () => {
    const user = openForm({}, body, '/use');
    await pageOf('The use');
    expect(states()).toEqual([
      ...Object.values(titles).map((title) => `${title} To be completed`),
      'Check your answers',
    ]);
    await press(user, 'Continue');
    expect(await problems()).toEqual([
      'State the data purpose',
      'State the intended use and its duration',
      'State the safeguards',
      'State when the data are expected to be erased',
    ]);
    await fillSection(user, 'use');
    expect(states()[2]).toMatch(/Complete$/);
    await press(user, 'Continue');
    await pageOf('Formal requirements');
  });

  test('requires everything in Art. 17, with links to the fields', {
    tags: ['5-public-prompts'],
  }, async () => {
    const user = openForm();
    await pageOf('The public sector body');
    await press(user, 'Change');
    await user.clear(screen.getByRole('textbox', { name: 'Contact e-mail' }));
    await goTo(user, 'Check your answers');
    await press(user, 'Send the request');
    const required = Object.entries<Field>(publicFields).filter(
      ([path, { isOptional }]) => !isOptional && path !== 'reportLanguage',
    );
    expect(await problems()).toEqual(required.map(([, { prompt }]) => i18n._(prompt)));
    expect(sentTo('publicApplication')).toEqual([]);
    for (const [problem, title, field] of [
      ['Upload the related materials', 'Delivery', 'materials'],
      ['Enter the start time', 'The data', 'from'],
      ['Enter the department name', 'The public sector body', 'departmentName'],
    ] as const) {
      await user.click(screen.getByRole('link', { name: problem }));
      await pageOf(title);
      await waitFor(() => expect(document.activeElement?.id).toBe(`field-${field}`));
    }
  });

  test('lists impossible dates together with missing fields', async () => {
    const user = openForm({}, body, '/data');
    const range = 'The end time must be after the start time, and not in the future';
    await fill(user, [set('Start time', '2026-07-01T00:00'), set('End time', '2026-01-01T00:00')]);
    await goTo(user, 'Delivery');
    await fill(user, [set('Needed by', '2001-02-01')]);
    await goTo(user, 'Check your answers');
    await press(user, 'Send the request');
    const found = await problems();
    expect(found).toHaveLength(22);
    expect(found).toContain(range);
    expect(found).toContain('Enter today’s date or a later one, at most 10 years ahead');
    await user.click(screen.getByRole('link', { name: range }));
    await fill(user, [set('End time', '2026-11-21T00:00')]);
    await goTo(user, 'Check your answers');
    await press(user, 'Send the request');
    expect(await problems()).toEqual(found);
  });

  test('asks for the level of masking in an emergency only, and proposes the first', async () => {
    const user = openForm({}, body, '/delivery');
    const levels = () => screen.queryByRole('group', { name: 'Level of masking' });
    await pageOf('Delivery');
    expect(levels()).toBeNull();
    await goTo(user, 'The public sector body');
    await fill(user, [choose('Type', 'Public emergency (Art. 15(1)(a))')]);
    await goTo(user, 'Delivery');
    await waitFor(() => expect(choicesIn(levels() as HTMLElement)).toHaveLength(2));
    await goTo(user, 'Check your answers');
    const page = await pageOf('Check your answers');
    expect(factsIn(page)).toMatchObject({ 'Level of masking': 'Without dates' });
  });

  test('outside an emergency offers no personal data', async () => {
    const user = openForm({}, body, '/data');
    const group = () => screen.getByRole('group', { name: 'Data types' });
    await screen.findByRole('checkbox', { name: dataTypeLabels.battery });
    const open = () =>
      choicesIn(group(), 'checkbox').filter(
        (name) => !within(group()).getByRole<HTMLInputElement>('checkbox', { name }).disabled,
      );
    const chooseType = async (type: Filling) => {
      await goTo(user, 'The public sector body');
      await fill(user, [type]);
      await goTo(user, 'The data');
      await screen.findByRole('checkbox', { name: dataTypeLabels.battery });
    };
    const impersonal = open();
    expect(impersonal).not.toContain(dataTypeLabels.location);
    expect(impersonal).toContain(dataTypeLabels.battery);
    expect(textOf(group())).toContain(
      'Outside a public emergency you can request non-personal data only (Art. 15(1)(b)).',
    );
    expect(textOf(group())).toContain(`${dataTypeLabels.location}personal data`);
    await chooseType(choose('Type', 'Public emergency (Art. 15(1)(a))'));
    expect(open()).toEqual(dataTypes.map((type) => dataTypeLabels[type]));
    expect(textOf(group())).not.toContain('Outside a public emergency');
    await fill(user, [tick('Data types', dataTypeLabels.location)]);
    await goTo(user, 'Formal requirements');
    await screen.findByRole('textbox', { name: 'Notice to the data protection authority' });
    await press(user, 'Continue');
    expect(await problems()).toContain(
      'You request personal data: name the data protection authority that was notified',
    );
    await chooseType(fillings.type);
    expect(open()).toEqual(
      [...impersonal, dataTypeLabels.location].sort((a, b) => order(a) - order(b)),
    );
    await press(user, 'Continue');
    expect(await problems()).toContain(
      'Outside a public emergency you can only request non-personal data (Art. 15(1)(b)): choose other data types',
    );
  });
  const order = (label: string) => Object.values(dataTypeLabels).indexOf(label);
});

describe('a data request', () => {
  const awaited = recordOf('personal', 'dataRequest.awaited');
  const fillings: Record<Exclude<keyof typeof dataRequestFields, 'agreement'>, Filling> = {
    from: set('Start time', '2026-10-01T00:00'),
    to: set('End time', '2026-11-01T00:00'),
    dataTypes: tickOnly('Data types', dataTypeLabels.trips, dataTypeLabels.battery),
    masking: choose('Data masking', 'Yes, mask the data'),
    maskingLevel: choose('Level of masking', 'Without dates and places'),
    contactEmail: changed(write('Contact e-mail', 'me@example.eu')),
    reportLanguage: pick('Report language', 'Polish'),
    scope: write('Scope of the data request (optional)', 'Driving days.'),
  };
  const check = async (user: UserEvent) => {
    await press(user, 'Continue');
    await pageOf('Check your answers');
  };
  const send = async (user: UserEvent) => {
    await check(user);
    await press(user, 'Send the data request');
  };
  const form = {
    // Midnight in Warsaw, in summer and in winter time.
    from: '2026-09-30T22:00:00Z',
    to: '2026-10-31T23:00:00Z',
    dataTypes: ['battery', 'trips'],
    masking: true,
    maskingLevel: 'strict',
    contactEmail: 'me@example.eu',
    reportLanguage: 'pl',
    scope: 'Driving days.',
    agreement: [],
  };
  const openForm = (record = awaited, answers: Answers = {}, user = owner) =>
    openPage(
      `${APPLICATION}/data-request`,
      {
        applicationDetails: record,
        personDataApplication: () => {
          const sent = afterSending(record, 'data.request', 'dataRequest.underReview');
          answerWith({ applicationDetails: sent });
          return answered;
        },
        ...answers,
      },
      user,
    );
  const forThirdParty = recordOf('personal', 'dataRequest.awaited', {
    personal: {
      ...(personal as NonNullable<typeof personal>),
      thirdParty: {
        name: 'Insurer SA',
        location: 'Paris',
        materials: [],
        agreement: [files.agreement.fileId],
      },
    },
    files: [files.proof, files.agreement],
  });

  test('sends every typed field', async () => {
    const user = openForm();
    const page = await pageOf('Which data of your Twizy?');
    expect(linksIn(within(page).getByRole('navigation', { name: 'Breadcrumb' }))).toEqual({
      'My applications': HOME,
      [NUMBER]: APPLICATION,
    });
    await screen.findByText('The password of the report goes to anna@example.eu.');
    await screen.findByText('Report language: English');
    expect(textOf(page)).toContain(
      'Enter times as shown on your device. The report gives all times in UTC.',
    );
    expect(textOf(page)).not.toContain('Data Sharing Agreement');
    await fill(user, Object.values(fillings));
    await send(user);
    await pageOf('Your data request is sent');
    expect(addressNow()).toBe(`${APPLICATION}/filed?revision=4`);
    expect(sentTo('personDataApplication')).toEqual([
      { applicationNumber: NUMBER, revision: 3, form },
    ]);
    expect(unsavedKeys()).toEqual([]);
  });

  test('for a third party uses the filed agreement or another', async () => {
    const user = openForm(forThirdParty);
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(textOf(list)).toContain('agreement.docx');
    expect(textOf(list)).not.toContain('registration.pdf');
    await user.click(within(list).getByRole('button', { name: /Remove/ }));
    await press(user, 'Continue');
    expect(await problems()).toEqual(['Please upload the Data Sharing Agreement']);
    await fill(user, [attach('Signed Data Sharing Agreement', 'new.pdf')]);
    await send(user);
    await pageOf('Your data request is sent');
    expect(sentTo('personDataApplication')[0]?.form.agreement).toEqual([fileIdOf.agreement]);
    expect(sentTo('personUploadCert')).toEqual([{ usage: 'agreement' }]);
  });

  test('without an agreement, offers a third party the template with the filed values', async () => {
    const user = openForm(forThirdParty, { agreementTemplate: rejected(500, 'It went wrong.') });
    const offer = 'Download the contract template (Word)';
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(screen.queryByRole('button', { name: offer })).toBeNull();
    await user.click(within(list).getByRole('button', { name: /Remove/ }));
    await press(user, offer);
    await screen.findByText('It went wrong.');
    const filed = { firstName: 'Anna', middleName: 'Maria', lastName: 'Nowak', city: 'Kraków' };
    expect(sentTo('agreementTemplate')).toMatchObject([
      { user: filed, vehicleId: 'car-1', purpose: 'insurance', thirdParty: { name: 'Insurer SA' } },
    ]);
  });

  test('lists what is missing', async () => {
    const user = openForm();
    await fill(user, [set('Start time', ''), set('End time', ''), tickOnly('Data types')]);
    await press(user, 'Change');
    await user.clear(await screen.findByRole('textbox', { name: 'Contact e-mail' }));
    await fill(user, [pick('Report language', 'Choose…')]);
    await press(user, 'Continue');
    expect(await problems()).toEqual([
      'Enter the start time',
      'Enter the end time',
      'Choose at least one data type',
      'Enter the contact e-mail',
      'Choose the report language',
    ]);
    expect(addressNow()).toBe(`${APPLICATION}/data-request`);
  });

  test('proposes a start by a preset, and ends now', async () => {
    const user = openForm();
    for (const [preset, from] of [
      ['Last 30 days', '2026-10-21T00:00'],
      ['Last year', '2025-11-20T00:00'],
      ['Everything since I have had the car', '2000-01-01T00:00'],
    ] as const) {
      await user.click(await screen.findByRole('radio', { name: preset }));
      expect(typedIn(screen.getByLabelText('Start time'))).toBe(from);
      expect(typedIn(screen.getByLabelText('End time'))).toBe('2026-11-20T10:00');
    }
  });

  test('of an account that acts on behalf does not call the car its own', async () => {
    openForm(
      recordOf('personal', 'dataRequest.awaited', {
        personal: { ...(personal as NonNullable<typeof personal>), onBehalfOf: 'anna@example.eu' },
      }),
    );
    await screen.findByRole('radio', { name: 'Everything since the car was linked' });
  });

  test('asks for the level of masking only when masking is chosen', async () => {
    const user = openForm();
    await pageOf('Which data of your Twizy?');
    expect(screen.queryByText('Level of masking')).toBeNull();
    await fill(user, [fillings.masking]);
    screen.getByRole('radio', {
      name: 'Without dates',
      description: 'Each drive has an invented day.',
    });
    await fill(user, [fillings.maskingLevel]);
    await fill(user, [choose('Data masking', 'No, give me the unmasked data')]);
    expect(screen.queryByText('Level of masking')).toBeNull();
    await send(user);
    await pageOf('Your data request is sent');
    const [sent] = sentTo('personDataApplication');
    expect(sent?.form.masking).toBe(false);
    expect(sent?.form).not.toHaveProperty('maskingLevel');
  });

  test('that is masked names the level that applies unless another is chosen', async () => {
    const user = openForm();
    await fill(user, [fillings.masking]);
    await check(user);
    const page = await pageOf('Check your answers');
    expect(factsIn(page)).toMatchObject({
      'Data masking': 'Yes',
      'Level of masking': 'Without dates',
    });
    await press(user, 'Send the data request');
    await pageOf('Your data request is sent');
    const [sent] = sentTo('personDataApplication');
    expect(sent?.form).toMatchObject({ masking: true, maskingLevel: 'drives' });
  });

  test('for «everything» starts at the first data, and with other presets not before the link', async () => {
    const span = {
      first: Date.parse('2026-11-03T07:05:59Z'),
      last: Date.parse('2026-11-19T12:00:00Z'),
    };
    const user = openForm(awaited, {
      dataCoverage: {
        entitled: [{ from: Date.parse('2026-11-02T10:20:30Z'), until: null }],
        span,
        types: null,
      },
      ownVehicle: { ...shownCar, span },
    });
    await screen.findByText('There are data from 3 November 2026 to 19 November 2026.');
    expect(typedIn(screen.getByLabelText('Start time'))).toBe('2026-11-03T08:05');
    await user.click(screen.getByRole('radio', { name: 'Last year' }));
    expect(typedIn(screen.getByLabelText('Start time'))).toBe('2026-11-02T11:20');
  });

  /** Coverage without trips, with partly unknown locations and gaps of the battery. */
  const covered: Answers['dataCoverage'] = (sent) => {
    if (typeof commonAnswers.dataCoverage !== 'function') throw new Error('It depends');
    const usual = commonAnswers.dataCoverage(sent) as CallData<'dataCoverage'>;
    const particular: Partial<Record<DataType, Partial<TypeCoverage>>> = {
      trips: { rows: 0, leastRows: 0, first: null, last: null, bytes: 0 },
      location: { rows: null, leastRows: 7, first: null, last: null, gaps: null, days: null },
      battery: {
        rows: 1200,
        leastRows: 1200,
        gaps: { count: 2, longest: 9.5 * DAY, beyond: DAY },
        days: { withData: 3, all: 122 },
        bytes: 2_000_000,
      },
      identity: { rows: 1, leastRows: 1, first: null, last: null },
    };
    const types = usual.types?.map((type) => ({ ...type, ...particular[type.type] })) ?? null;
    return { ...usual, types };
  };

  test('shows the data of the vehicle in the range, and what is unknown', async () => {
    const user = openForm(awaited, { dataCoverage: covered });
    const group = await screen.findByRole('group', { name: 'Data types' });
    await fill(user, [set('Start time', '')]);
    expect(textOf(group)).toContain('Enter the time range to see what the vehicle has');
    expect(textOf(group)).not.toContain('rows');
    await fill(user, [fillings.from, fillings.to]);
    const later = await screen.findByRole('group', { name: 'Data types' });
    await waitFor(() => expect(textOf(later)).toContain('No data in this range'));
    for (const words of [
      'Next to each type: how much data the vehicle recorded in your time range',
      '1,200 rowsabout 1.9 MB2 October 2026 to 30 October 2026days with data: 3 of 1222 gaps of more than 1 day (the longest: 9.5 days)',
      'At least 7 rowsabout 64 bytesfrom when to when is not knowngaps are not known',
      '1 rowabout 64 bytesdoes not change with time',
      'No data in this range',
    ])
      expect(textOf(later)).toContain(words);
    // Constant data have no text about gaps; for other types it says «no gaps».
    expect(textOf(later)).toMatch(/does not change with time(?!no gap)/);
    expect(textOf(later)).toMatch(/30 October 2026no gap of more than 1 day(?! \()/);
    // Signal names as in reports.
    expect(textOf(later)).toMatch(/\d+ signals: Trips and usageVehicle\./);
    expect(sentTo('dataCoverage')).toContainEqual({
      applicationNumber: NUMBER,
      from: form.from,
      to: form.to,
    });
    expect(sentTo('dataTypeOptions')).toEqual([{}]);
  });

  test('sums up what the report will have, at most if it is masked', async () => {
    const user = openForm(awaited, { dataCoverage: covered });
    const panel = await screen.findByRole('complementary', { name: 'What you will get' });
    await fill(user, [tickOnly('Data types', dataTypeLabels.battery, dataTypeLabels.identity)]);
    const sums = { Rows: '1,201', 'File, about': '1.9 MB', 'Kinds of data': '2 of 9' };
    await waitFor(() => expect(factsIn(panel)).toMatchObject(sums));
    await fill(user, [fillings.masking]);
    await waitFor(() =>
      expect(factsIn(panel)).toEqual({
        Rows: 'at most 1,201',
        File: 'at most 1.9 MB',
        'Kinds of data': 'at most 2 of 9',
      }),
    );
    // The number of rows with a place is not known.
    await fill(user, [tickOnly('Data types', dataTypeLabels.location)]);
    await waitFor(() => expect(factsIn(panel)).toMatchObject({ Rows: 'about 7' }));
  });

  test('without coverage is sent as proposed, without a page to check it', async () => {
    const user = openForm(awaited, { dataCoverage: rejected(500, 'No.') });
    await pageOf('Which data of your Twizy?');
    expect(typedIn(screen.getByLabelText('Start time'))).toBe('2000-01-01T00:00');
    await screen.findByText('How much data there are is not known at the moment.');
    await press(user, 'Send the data request');
    await pageOf('Your data request is sent');
  });

  test('has a summary in which each answer can be changed, and keeps all answers after «Back»', async () => {
    const user = openForm(forThirdParty, { dataCoverage: covered });
    await fill(user, Object.values(fillings));
    await check(user);
    expect(addressNow()).toBe(`${APPLICATION}/data-request/check`);
    expect(sentTo('personDataApplication')).toEqual([]);
    const page = await pageOf('Check your answers');
    await waitFor(() =>
      expect(factsIn(page)).toMatchObject({ Rows: 'at most 1,200', File: 'at most 1.9 MB' }),
    );
    expect(textOf(page)).toContain('1 of your data types has no data in this range');
    expect(factsIn(page)).toMatchObject({
      'Start time': '1 October 2026 at 00:00',
      'End time': '1 November 2026 at 00:00',
      'Data types': 'Battery and charging, trips and usage',
      'Data masking': 'Yes',
      'Level of masking': 'Without dates and places',
      'Contact e-mail': 'me@example.eu',
      'Report language': 'Polish',
      'Scope of the data request': 'Driving days.',
    });
    expect(linksIn(page)).toMatchObject({
      'Change Time range': `${APPLICATION}/data-request#field-from`,
      'Change Data types': `${APPLICATION}/data-request#field-dataTypes`,
      'Change Delivery': `${APPLICATION}/data-request#field-masking`,
      'Change Data Sharing Agreement': `${APPLICATION}/data-request#field-agreement`,
      Back: `${APPLICATION}/data-request`,
    });
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await pageOf('Which data of your Twizy?');
    expect(typedIn(screen.getByLabelText('Start time'))).toBe('2026-10-01T00:00');
  });

  test('is not offered in other states', async () => {
    openForm(recordOf('personal', 'dataRequest.underReview'));
    const page = await pageOf('Which data of your Twizy?');
    expect(textOf(page)).toContain('You cannot request data for this application now.');
    expect(linksIn(page)).toMatchObject({ 'See the application': APPLICATION });
    expect(within(page).queryByRole('button')).toBeNull();
  });
});

describe('supplementary information', () => {
  /** An application about which the reviewer asked for these items. */
  const askedFor = (
    items: Record<string, string>,
    record = recordOf('personal', 'qualification.informationRequired'),
  ): ApplicationRecord => ({
    ...record,
    informationRequest: {
      text: 'Please check this.',
      items: Object.entries(items).map(([code, label]) => ({ code, label })),
      dueAt: Date.parse('2026-12-04T11:00:00Z'),
    },
  });
  const asked = askedFor({});
  const openForm = (record = asked, answers: Answers = {}, user = owner) =>
    openPage(
      `${APPLICATION}/supplement`,
      {
        applicationDetails: record,
        qualificationReviewSup: () => supplied(record, 'qualification.underReview'),
        personDataApplicationSup: () => supplied(record, 'dataRequest.underReview'),
        ...answers,
      },
      user,
    );
  const supplied = (record: ApplicationRecord, to: ApplicationState) => {
    answerWith({ applicationDetails: afterSending(record, 'information.supply', to) });
    return answered;
  };
  const answer = write('Your answer', 'Here it is.');

  test.each([
    ['qualificationReviewSup', 'personal', 'qualification.informationRequired', 'personUploadCert'],
    ['personDataApplicationSup', 'personal', 'dataRequest.informationRequired', 'personUploadCert'],
    ['personDataApplicationSup', 'public', 'dataRequest.informationRequired', 'publicUploadCert'],
  ] as const)('goes to %s for %s in %s', async (call, kind, state, upload) => {
    const user = openForm(recordOf(kind, state));
    const notice = (await screen.findByText('What the reviewer asks for')).closest('[role]');
    expect(textOf(notice)).toBe(
      'What the reviewer asks forVehicle proofPlease add the lease.Answer by 4 December 2026 at 12:00 (Central European Time). If you do not, we will end your application.',
    );
    await fill(user, [
      attach('Files', 'lease.pdf'),
      write('Your answer (optional)', 'Here it is.'),
    ]);
    await press(user, 'Send');
    await pageOf('Your information is sent');
    expect(addressNow()).toBe(`${APPLICATION}/filed?revision=4`);
    expect(sentTo(call)).toEqual([
      { applicationNumber: NUMBER, revision: 3, text: 'Here it is.', files: [fileIdOf.supplement] },
    ]);
    expect(sentTo(upload)).toEqual([{ usage: 'supplement' }]);
    expect(unsavedKeys()).toEqual([]);
  });

  test('requested without items shows no list', async () => {
    openForm();
    const notice = (await screen.findByText('What the reviewer asks for')).closest('[role]');
    expect(textOf(notice)).toMatch(/^What the reviewer asks forPlease check this\./);
    expect(notice?.querySelector('ul')).toBeNull();
  });

  test('requires a text and waits for its files', async () => {
    const user = openForm(asked, { personUploadCert: () => new Promise(() => {}) });
    await press(user, 'Send');
    expect(await problems()).toEqual(['Write an answer to what was asked']);
    await fill(user, [answer, begin('Files (optional)', 'lease.pdf')]);
    const progress = await screen.findByRole('progressbar', { name: 'Upload of lease.pdf' });
    await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('50'));
    await press(user, 'Send');
    await waitFor(async () =>
      expect(await problems()).toEqual(['Please wait until the files are uploaded']),
    );
    expect(sentTo('qualificationReviewSup')).toEqual([]);
  });

  test('must contain the requested file; the text is optional', async () => {
    const user = openForm(askedFor({ vehicleProof: 'Vehicle proof' }));
    const sent = await screen.findByRole('heading', { name: 'Files that you have already sent' });
    expect(textOf(sent.parentElement)).toContain('registration.pdf');
    await fill(user, [write('Your answer (optional)', 'I have none.')]);
    await press(user, 'Send');
    expect(await problems()).toEqual(['Upload the file that was asked for']);
    await fill(user, [write('Your answer (optional)', ''), attach('Files', 'lease.pdf')]);
    await press(user, 'Send');
    await pageOf('Your information is sent');
    expect(sentTo('qualificationReviewSup')).toMatchObject([
      { text: '', files: [fileIdOf.supplement] },
    ]);
  });

  test('corrects the answers in question and, on request, others', async () => {
    const user = openForm(askedFor({ purpose: 'Purpose of use' }));
    const details = await screen.findByRole('textbox', { name: /Details of the purpose/ });
    expect(typedIn(details)).toBe('A claim after an accident.');
    expect(screen.queryByRole('textbox', { name: 'City' })).toBeNull();
    await press(user, 'Correct your earlier answers');
    for (const fixed of ['Vehicle', 'Who uses the data?', 'Vehicle proof'])
      expect(screen.queryByRole('group', { name: fixed })).toBeNull();
    await fill(user, [write('Details of the purpose (optional)', 'A claim.'), write('City', '')]);
    await press(user, 'Send');
    expect(await problems()).toEqual(['Enter the city']);
    await fill(user, [write('City', 'Gdynia')]);
    await press(user, 'Send');
    await pageOf('Your information is sent');
    expect(sentTo('qualificationReviewSup')).toEqual([
      {
        applicationNumber: NUMBER,
        revision: 3,
        text: '',
        files: [],
        personal: {
          ...personal,
          user: { ...personal?.user, city: 'Gdynia' },
          purposeDetails: 'A claim.',
        },
      },
    ]);
  });

  test('corrects the data request without changing its times', async () => {
    const filed = recordOf('personal', 'dataRequest.informationRequired', { dataRequest });
    const user = openForm(askedFor({ dataTypes: 'Data types', dataPeriod: 'Time range' }, filed));
    await fill(user, [tick('Data types', 'Trips and usage', 'Events')]);
    await press(user, 'Send');
    await pageOf('Your information is sent');
    expect(sentTo('personDataApplicationSup')).toMatchObject([
      { dataRequest: { ...dataRequest, dataTypes: ['battery', 'events'] } },
    ]);
  });

  test('is not accepted when none is requested', async () => {
    openForm(recordOf('personal', 'qualification.underReview'));
    const page = await pageOf('Supplementary information');
    expect(textOf(page)).toContain('You do not need to add any information now.');
    expect(linksIn(page)).toMatchObject({
      'My applications': HOME,
      [NUMBER]: APPLICATION,
      'See the application': APPLICATION,
    });
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
  });

  test('shows problems found by the server, and keeps the input of a late answer', async () => {
    const user = openForm(asked, {
      qualificationReviewSup: wrongFields({ field: 'files', problem: 'tooLong' }),
    });
    await fill(user, [answer]);
    await press(user, 'Send');
    expect(await problems()).toEqual(['This is too long']);
    expect(unsavedKeys()).toEqual([`anna:supplement:${NUMBER}`]);
    answerWith({
      qualificationReviewSup: rejected(codes.answerTooLate, 'Too late.'),
      applicationDetails: recordOf('personal', 'terminated.byHolder'),
    });
    const typed = screen.getByRole('textbox', { name: 'Your answer' }) as HTMLInputElement;
    const text = typed.value;
    expect(text).not.toBe('');
    await press(user, 'Send');
    await screen.findByText('You do not need to add any information now.');
    await screen.findByText('Your input is kept.');
    expect(typed.isConnected && typed.value).toBe(text);
    expect(unsavedKeys()).toEqual([`anna:supplement:${NUMBER}`]);
  });
});

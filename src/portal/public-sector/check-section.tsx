import { Trans } from '@lingui/react/macro';
import { publicFields } from '#forms/public-fields.ts';
import { Summary } from '#ui/application/summary.tsx';
import { ChangeLink } from '../change-link.tsx';
import { askedSections, type PublicValues, publicInput, sectionAddress } from './public-values.ts';
import { useSectionTitles } from './use-section-titles.ts';

/** Every answer once more before the request is sent, each section with the way back to it. */
export default function CheckSection({ values }: { values: PublicValues }) {
  const titles = useSectionTitles();
  return (
    <>
      <h2 className="visually-hidden">
        <Trans>Your answers</Trans>
      </h2>
      {askedSections.map((section) => (
        <Summary
          key={section}
          title={titles[section]}
          fields={publicFields}
          parts={[section]}
          form={publicInput(values)}
          files={values.materials}
          action={<ChangeLink to={sectionAddress(section)} what={titles[section]} />}
        />
      ))}
    </>
  );
}

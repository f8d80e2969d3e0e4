import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router-dom';
import { Page } from '#ui/frame/page.tsx';
import { Prose } from '#ui/frame/prose.tsx';
import { applicationAddress, MAIN_LIST } from '../addresses.ts';
import { NumberPanel } from '../number-panel.tsx';

/** Confirms that an application is filed: its number, and what happens next. */
export default function FiledPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  return (
    <Page title={t`Your application is filed`}>
      <NumberPanel number={number} />
      <Prose>
        <h2>
          <Trans>What happens next</Trans>
        </h2>
        <ol>
          <li>
            <Trans>The data holder is checking whether you have the right to these data.</Trans>
          </li>
          <li>
            <Trans>
              If we need more information, we will e-mail you. You can then add it under
              “Supplementary information”.
            </Trans>
          </li>
          <li>
            <Trans>
              Once we have confirmed your right, we will e-mail you and ask which data you want.
            </Trans>
          </li>
        </ol>
        <p>
          <Link to={applicationAddress(number)}>
            <Trans>See the application</Trans>
          </Link>
        </p>
        <p>
          <Link to={MAIN_LIST}>
            <Trans>Back to my applications</Trans>
          </Link>
        </p>
      </Prose>
    </Page>
  );
}

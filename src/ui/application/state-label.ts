import { useLingui } from '@lingui/react/macro';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { ApplicationState } from '#machines/stored-application.ts';

/** The label of a state, in the reader's language. */
export function useStateLabel(): (state: ApplicationState, kind: ApplicationKind) => string {
  const { t } = useLingui();
  return (state, kind) => {
    switch (state) {
      case 'qualification.submitted':
        return t`Submitted`;
      case 'qualification.underReview':
        return t`Qualification under review`;
      case 'qualification.informationRequired':
      case 'dataRequest.informationRequired':
        return t`Information to be added`;
      case 'dataRequest.awaited':
        return t`Data application pending`;
      case 'dataRequest.underReview':
        return kind === 'public' ? t`Waiting for data verification` : t`Data under review`;
      case 'approved':
        return t`Review passed`;
      case 'terminated.byRequester':
      case 'terminated.byHolder':
        return t`Terminated`;
    }
  };
}

import { type ComponentProps, lazy, Suspense } from 'react';

/** Few applications are for a third party: the others do without it. */
const AgreementTemplate = lazy(() =>
  import('./agreement-template.tsx').then((module) => ({ default: module.AgreementTemplate })),
);

/** The agreement's template, whose script comes once it is shown. */
export function TemplateWhenNeeded(props: ComponentProps<typeof AgreementTemplate>) {
  return (
    <Suspense>
      <AgreementTemplate {...props} />
    </Suspense>
  );
}

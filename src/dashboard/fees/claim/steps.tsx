import { StepRow } from '../../../ui/steps'
import type { Viewer } from '../../layout'
import { claimTexts } from './texts'

/** Where a claim is: being described, or being checked. */
export function ClaimSteps({ current, viewer: { locale } }: { current: 'terms' | 'check'; viewer: Viewer }) {
  const t = claimTexts(locale).steps
  const steps = [{ label: t.terms }, { label: t.check }]
  return <StepRow steps={steps} current={current === 'terms' ? 0 : 1} locale={locale} />
}

import { StepRow } from '../../../ui/steps'
import type { Viewer } from '../../layout'
import { chargeTexts } from './texts'

/** Where charging is: being described, or being checked. */
export function ChargeSteps({ current, viewer: { locale } }: { current: 'terms' | 'check'; viewer: Viewer }) {
  const t = chargeTexts(locale).steps
  const steps = [{ label: t.terms }, { label: t.check }]
  return <StepRow steps={steps} current={current === 'terms' ? 0 : 1} locale={locale} />
}

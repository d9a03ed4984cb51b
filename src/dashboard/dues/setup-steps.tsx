import { StepRow } from '../../ui/steps'
import type { Viewer } from '../layout'
import { setupTexts } from './texts-setup'

/** Where making a plan is: what the fee follows from, or the amounts. */
export function SetupSteps({ current, viewer: { locale } }: { current: number; viewer: Viewer }) {
  const { steps: t } = setupTexts(locale)
  return <StepRow steps={[{ label: t.question }, { label: t.amounts }]} current={current} locale={locale} />
}

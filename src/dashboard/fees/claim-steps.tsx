import { Steps } from '../../ui/steps'
import type { Viewer } from '../layout'
import { claimTexts } from './claim-texts'

/** Where a claim is: being described, or being checked. */
export function ClaimSteps({ current, viewer }: { current: 'terms' | 'check'; viewer: Viewer }) {
  const t = claimTexts(viewer.locale).steps
  return (
    <Steps
      isRow
      items={[
        { label: t.terms, state: current === 'terms' ? 'current' : 'done' },
        { label: t.check, state: current === 'check' ? 'current' : 'open' },
      ]}
      locale={viewer.locale}
    />
  )
}

import type { Locale } from '../../ui/i18n/locale'
import { StepRow } from '../../ui/steps'
import { joinPageTexts } from '../texts/join'

const STEPS = ['fill', 'mail', 'confirm'] as const

/** Where an application is: being filled in, waiting for its link to be opened, or being confirmed. */
export function JoinSteps({ current, locale }: { current: (typeof STEPS)[number]; locale: Locale }) {
  const t = joinPageTexts(locale).steps
  const steps = STEPS.map((step) => ({ label: t[step] }))
  return <StepRow steps={steps} current={STEPS.indexOf(current)} locale={locale} />
}

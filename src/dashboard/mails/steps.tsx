import { StepRow } from '../../ui/steps'
import type { Viewer } from '../layout'
import { mailsTexts } from './texts'

type Props = { first: 'write' | 'choose'; backHref?: string; viewer: Viewer }

/** Where a mail is: its first step, which the review leads back to by `backHref`, or the review. */
export function MailSteps({ first, backHref, viewer: { locale } }: Props) {
  const t = mailsTexts(locale).steps
  const steps = [{ label: t[first], ...(backHref && { href: backHref }) }, { label: t.review }]
  return <StepRow steps={steps} current={backHref ? 1 : 0} locale={locale} />
}

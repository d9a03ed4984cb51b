import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { automaticTexts } from './texts-automatic'

/** Warns that automatic mails are not sent, and says who can change that. Nothing if they are sent. */
export function NotSentNotice({ viewer: { locale, hasPublicUrl } }: { viewer: Viewer }) {
  const t = automaticTexts(locale)
  if (hasPublicUrl) return null
  return (
    <Notice tone="warn" title={t.notSent}>
      <p>{t.notSentLead}</p>
    </Notice>
  )
}

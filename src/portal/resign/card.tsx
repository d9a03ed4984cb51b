import { hasRightTo } from '../../domain/access/session-rights'
import type { PortalSession } from '../../domain/portal/sessions'
import { functionsOf } from '../../domain/portal/settings'
import { Card } from '../../ui/card'
import type { Locale } from '../../ui/i18n/locale'
import { resignTexts } from '../texts/resign'

/** Leads to the page by which a member resigns, or sees what becomes of that; nothing if the portal does not offer it. */
export function ResignCard({ session, locale }: { session: PortalSession; locale: Locale }) {
  const { workspace, person, kind } = session
  if (!functionsOf(workspace).includes('resign') || !hasRightTo(person, kind, 'resign')) return null
  const t = resignTexts(locale)
  return (
    <Card>
      <a href={`/portal/persons/${person.id}/resign`}>{person.leaveDate === null ? t.link : t.see}</a>
    </Card>
  )
}

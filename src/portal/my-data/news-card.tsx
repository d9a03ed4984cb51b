import { hasRight } from '../../domain/access/session-rights'
import type { PortalSession } from '../../domain/portal/sessions'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { newsTexts } from '../texts/news'

type Props = { session: PortalSession; refusedAt: string | null; locale: Locale }

/** Whether a person gets news by mail, with a button that changes it. */
export function NewsCard({ session: { person, kind }, refusedAt, locale }: Props) {
  const t = newsTexts(locale)
  const change = (
    <form method="post" action={`/portal/persons/${person.id}/news`}>
      <Button kind="plain" name="news" value={refusedAt ? 'wanted' : 'refused'}>
        {refusedAt ? t.want : t.refuse}
      </Button>
    </form>
  )
  return (
    <Card title={t.title} id="news" action={hasRight(kind, 'decide_consents') && change}>
      <p>{refusedAt ? t.refused(formatDay(refusedAt, person.timezone, locale)) : t.wanted}</p>
    </Card>
  )
}

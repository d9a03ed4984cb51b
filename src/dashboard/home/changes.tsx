import { permits } from '../../domain/access/authorize'
import type { Event } from '../../domain/events/event'
import type { Overview } from '../../domain/pages/home/overview'
import { Card } from '../../ui/card'
import { formatInstant } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Timeline } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { logPath, pageHref } from '../log/path'
import { ManySentence, Sentence } from '../log/sentence'
import { sentenceTexts } from '../log/sentence-texts'
import { isPerson } from '../log/values'
import { personPathIn } from '../paths'
import { homeTexts } from './texts'

type Props = { viewer: Viewer } & Pick<Overview, 'changes' | 'columns'>

/** What was done last, each act in a sentence. */
export function LastChanges({ viewer, changes, columns }: Props) {
  const { staff, locale } = viewer
  if (changes.length === 0) return null
  const t = homeTexts(locale)
  const { timezone, currency } = staff.workspace
  const wording = { columns, timezone, currency, locale }
  return (
    <Card title={t.changes} action={<a href={logPath(viewer, {})}>{t.wholeLog}</a>}>
      <Timeline
        days={[
          {
            entries: changes.map(({ events, count }) => ({
              at: events[0].at,
              time: formatInstant(events[0].at, timezone, locale),
              text:
                count > 1 ? (
                  <ManySentence events={events} count={count} wording={wording} />
                ) : (
                  <Sentence event={events[0]} wording={wording} hrefOf={(event) => hrefOf(event, viewer)} />
                ),
              detail: events[0].door !== 'dashboard' && wordOf(sentenceTexts(locale).doors, events[0].door),
            })),
          },
        ]}
      />
    </Card>
  )
}

/** The page of a person or a mail for those who may read it; for other subjects their entries in the log. */
function hrefOf(event: Event, viewer: Viewer): string {
  const { kind, id } = event.subject
  const list = kind === 'contact' ? 'contacts' : 'members'
  return isPerson(kind) && permits(viewer.staff, `${list}:read`)
    ? personPathIn(viewer.staff.workspace, list, id)
    : (pageHref(event, viewer) ?? logPath(viewer, { subject: id }))
}

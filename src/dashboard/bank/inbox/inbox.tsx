import type { Child } from 'hono/jsx'
import type { Inbox as InboxLines } from '../../../domain/bank/lines/inbox'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { knownBy, togetherOf } from '../../../domain/bank/lines/together'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Matches } from '../../../ui/matches'
import { Pager } from '../../../ui/pager'
import { Row } from '../../../ui/stack'
import { KeyHint, Quiet } from '../../../ui/text'
import { Fold } from '../../../ui/timeline'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { bankPath, linePath } from '../paths'
import { bankTexts } from '../texts'
import { BookingGroupCard } from './booking-group'
import { LineMatch } from './line-match'
import { sectionsOf } from './sections'
import { groupOf, mayAct } from './suggestion'
import { linesTexts } from './texts'
import { suggestedTexts } from './texts-suggested'

/** How many lines that need a look are on a page. */
const PER_PAGE = 40

type Props = {
  inbox: InboxLines
  viewer: Viewer
  page: number
  /** What is shown before the line at a place, counted from 0 over all pages. */
  notice?: { at: number; content: Child } | undefined
}

/** The page that shows the line at a place. */
export const pageOf = (at: number): number => Math.floor(at / PER_PAGE) + 1

/** The lines that wait: certain ones together, then those that are booked alike, then each one that needs a look. */
export function Inbox({ inbox, viewer, page, notice }: Props) {
  const t = linesTexts(viewer.locale)
  const { lines, hasMore } = inbox
  const { certain, groups, perhaps, unknown } = sectionsOf(inbox)
  const open = [...perhaps, ...unknown]
  const first = Math.min((page - 1) * PER_PAGE, Math.max(0, open.length - 1))
  const shown = open.slice(first, first + PER_PAGE)
  const sections = [
    { title: t.perhaps(perhaps.length), lines: shown.filter((line) => groupOf(line) === 'perhaps') },
    { title: t.unknown(unknown.length), lines: shown.filter((line) => groupOf(line) === 'unknown') },
  ]
  const pageHref = (number: number) => bankPath(viewer, `/lines?page=${number}`)
  return (
    <>
      {lines.length === 0 && <NoLines viewer={viewer} />}
      {certain.length > 0 && <Certain lines={certain} inbox={inbox} viewer={viewer} />}
      {mayAct(viewer) && <Together inbox={inbox} viewer={viewer} />}
      {groups.map((group) => (
        <BookingGroupCard {...{ group, lines, viewer }} />
      ))}
      {mayAct(viewer) && shown.length > 0 && <KeyHint>{t.keys}</KeyHint>}
      {sections.map(
        ({ title, lines: section }) =>
          section.length > 0 && (
            <>
              <h2>{title}</h2>
              <Matches label={title}>
                {section.map((line) => {
                  const at = first + shown.indexOf(line)
                  return (
                    <>
                      {notice?.at === at && <li>{notice.content}</li>}
                      <LineMatch {...{ line, inbox, viewer, at }} />
                    </>
                  )
                })}
              </Matches>
            </>
          ),
      )}
      {open.length > PER_PAGE && (
        <Pager
          from={first + 1}
          rows={shown.length}
          total={open.length}
          locale={viewer.locale}
          {...(first > 0 && { previousHref: pageHref(page - 1) })}
          {...(first + PER_PAGE < open.length && { nextHref: pageHref(page + 1) })}
        />
      )}
      {hasMore && <Quiet>{t.more(lines.length)}</Quiet>}
    </>
  )
}

type CertainProps = { lines: SuggestedLine[]; inbox: InboxLines; viewer: Viewer }

/** The lines that one press confirms, in short. */
function Certain({ lines, inbox: { named, hasMore }, viewer }: CertainProps) {
  const { locale } = viewer
  const t = linesTexts(locale)
  return (
    <Card>
      <Row isSpread>
        <div>
          <h2>{t.certain(lines.length)}</h2>
          <Quiet>{t.certainLead}</Quiet>
        </div>
        {mayAct(viewer) && (
          <form method="post" action={bankPath(viewer, '/lines/certain')}>
            <Button shortcut="a">{t.confirmCertain(lines.length, hasMore)}</Button>
          </form>
        )}
      </Row>
      <Fold label={t.showCertain}>
        <Lines
          items={lines.map(({ line, suggestion }) => {
            const fee = named.fees.get(suggestion?.parts[0]?.fee_id ?? '')
            return {
              main: <a href={linePath(viewer, line.id)}>{line.party_name ?? t.unnamed}</a>,
              details: [
                formatShortDate(line.booked_on, locale),
                ...(fee ? [`→ ${t.fee(fee.description, personOf(fee, viewer))}`] : []),
              ],
              amount: formatMoney(line.amount, line.currency, locale),
            }
          })}
        />
      </Fold>
    </Card>
  )
}

/** How many lines have a payment by name or account, which a page of its own confirms together. */
function Together({ inbox: { lines, named }, viewer }: Pick<Props, 'inbox' | 'viewer'>) {
  const t = suggestedTexts(viewer.locale)
  const together = togetherOf(lines, named)
  if (together.length < 2) return null
  const signs = together.map(({ suggestion }) => suggestion && knownBy(suggestion))
  const [byName, byAccount] = (['name', 'account'] as const).map(
    (sign) => signs.filter((one) => one === sign).length,
  )
  const counts = [byName && t.byName(byName), byAccount && t.byAccount(byAccount)]
  return (
    <Card>
      <Row isSpread>
        <div>
          <h2>{counts.filter(Boolean).join(', ')}</h2>
          <Quiet>{t.lead}</Quiet>
        </div>
        <ButtonLink kind="second" href={bankPath(viewer, '/lines/suggested')} shortcut="d">
          {t.review}
        </ButtonLink>
      </Row>
    </Card>
  )
}

function NoLines({ viewer }: { viewer: Viewer }) {
  const t = linesTexts(viewer.locale).empty
  const action = mayAct(viewer) && (
    <ButtonLink href={bankPath(viewer, '/import')}>{bankTexts(viewer.locale).import}</ButtonLink>
  )
  return <Empty {...t} action={action} />
}

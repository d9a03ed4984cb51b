import { type Context, Hono } from 'hono'
import { narrowedTo } from '../../domain/access/narrowed'
import { getYear } from '../../domain/book/years/get'
import { singleLine } from '../../domain/shared/text'
import { reopenYear } from '../../domain/years/reopen'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/form'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { type Refused, RefusedList } from '../refused-fields'
import { bookPath, doneInBook, seeBook, yearIn } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const REOPEN = '/:workspace/cash-book/reopen'
const REASON = singleLine(500)

/** The page on which owners reopen the year that was closed last. */
export const reopenPage = new Hono<Env>()
  .get(REOPEN, async (c) => {
    const year = yearOf(c, c.req.query('year'))
    const { closed_at } = await getYear(owner(c), { year: `${year}` })
    if (!closed_at) return seeBook(c, '/report', { year })
    return c.html(<ReopenPage {...{ year }} viewer={viewerOf(c)} reason="" />)
  })

  .post(REOPEN, async (c) => {
    const form = await readForm(c)
    const year = yearOf(c, form.get('year') ?? undefined)
    const reason = form.get('reason')?.trim() ?? ''
    const hasReason = REASON.safeParse(reason).success
    if (!hasReason) await getYear(owner(c), { year: `${year}` })
    const outcome = hasReason
      ? await attempt(() => reopenYear(c.var.staff, { year: `${year}`, reason }))
      : undefined
    if (outcome && 'result' in outcome) return doneInBook(c, 'reopened', { page: '/report', query: { year } })
    const viewer = viewerOf(c)
    const { fields } = bookTexts(viewer.locale)
    const refused: Refused = outcome ? refusedInBook(outcome, viewer) : { reason: fields.reason.issue }
    return c.html(<ReopenPage {...{ year, viewer, reason, refused }} />, 422)
  })

const owner = (c: Context<Env>) => narrowedTo('settings:write', c.var.staff)

const yearOf = (c: Context<Env>, text: string | undefined): number =>
  yearIn(text) ?? c.var.staff.now.getUTCFullYear() - 1

type Props = { year: number; viewer: Viewer; reason: string; refused?: Refused }

function ReopenPage({ year, viewer, reason, refused = {} }: Props) {
  const { locale } = viewer
  const { reopenPage: t, fields } = bookTexts(locale)
  const title = t.title(year)
  return (
    <StaffLayout title={title} viewer={viewer} section="cashBook" hasIssues={Object.keys(refused).length > 0}>
      <RefusedList {...{ refused, fields, locale }} />
      <Confirm
        title={title}
        lead={t.lead}
        action={bookPath(viewer, '/reopen')}
        label={t.submit}
        cancelHref={bookPath(viewer, '/report', { year })}
        hidden={{ year: `${year}` }}
        isDangerous
        locale={locale}
      >
        <Card>
          <TextField
            name="reason"
            label={fields.reason.label}
            value={reason}
            issue={refused.reason}
            autocomplete="off"
          />
        </Card>
      </Confirm>
    </StaffLayout>
  )
}

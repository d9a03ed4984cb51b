import { type Context, Hono } from 'hono'
import type { BookChoices } from '../../domain/book/accounts/choices'
import { assignLines } from '../../domain/book/vouchers/assign-lines'
import { MAX_UNASSIGNED, type UnassignedLine, viewUnassigned } from '../../domain/book/vouchers/unassigned'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { Fields, Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import type { PlaceValues } from '../places'
import { type Refused, RefusedList } from '../refused-fields'
import { UnassignedTable } from './assign-table'
import { bodyOf, bodyOfUnits, byField, lineIn, outcomeOf } from './assign-values'
import { BookLayout } from './layout'
import { bookPath, doneInBook, yearIn } from './paths'
import { PlaceFields, placeIn } from './place-fields'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const ASSIGN = '/:workspace/cash-book/assign'

/** The page that assigns many lines at once. */
export const assignPage = new Hono<Env>()
  .get(ASSIGN, async (c) => c.html(await page(c, yearOf(c, c.req.query('year')), {})))

  .post(ASSIGN, async (c) => {
    const form = await readForm(c)
    const year = yearOf(c, form.get('year') ?? undefined)
    if (form.get('act') === 'units') return takeSpheresOfUnits(c, year)
    const values = placeIn(form)
    const chosen = form.getAll('line').flatMap(lineIn).slice(0, MAX_UNASSIGNED)
    const outcome = await attempt(() =>
      assignLines(c.var.staff, { body: bodyOf(chosen, values), onlyUnassigned: true }),
    )
    const hasPlace = values.place !== '' || values.sphere !== ''
    if ('result' in outcome && chosen.length > 0 && hasPlace) {
      const { isNonprofit } = viewerOf(c).staff.workspace
      const outcomes = chosen.map((line) => outcomeOf(outcome.result, line, values, isNonprofit))
      const countOf = (wanted: (typeof outcomes)[number]) => outcomes.filter((one) => one === wanted).length
      const [assigned, lacking, skipped] = [countOf('done'), countOf('lacking'), countOf('skipped')]
      return doneInBook(c, 'assigned', {
        page: '/assign',
        query: { year },
        numbers: { assigned, lacking, skipped },
      })
    }
    const viewer = viewerOf(c)
    const { assigning: t } = bookTexts(viewer.locale)
    const refused =
      chosen.length === 0
        ? { lines: t.noneChosen }
        : hasPlace && 'issues' in outcome
          ? refusedInBook(byField(outcome), viewer)
          : { place: t.noPlace }
    return c.html(await page(c, year, { values, refused, chosen: form.getAll('line') }), 422)
  })

async function takeSpheresOfUnits(c: Context<Env>, year: number) {
  const { lines } = await viewUnassigned(c.var.staff, { year })
  const body = bodyOfUnits(lines)
  const outcome =
    body.data.length > 0 && (await attempt(() => assignLines(c.var.staff, { body, onlyUnassigned: true })))
  if (outcome && 'issues' in outcome)
    return c.html(await page(c, year, { refused: refusedInBook(byField(outcome), viewerOf(c)) }), 422)
  const assigned = body.data.flatMap(({ lines }) => lines).length
  return doneInBook(c, 'assigned', { page: '/assign', query: { year }, numbers: { assigned } })
}

const yearOf = (c: Context<Env>, text: string | undefined): number =>
  yearIn(text) ?? c.var.staff.now.getUTCFullYear()

type Sent = { values?: PlaceValues; refused?: Refused; chosen?: string[] }

async function page(c: Context<Env>, year: number, sent: Sent) {
  const { lines, hasMore, choices } = await viewUnassigned(c.var.staff, { year })
  return <AssignPage {...{ year, lines, hasMore, choices, sent }} done={takeDone(c)} viewer={viewerOf(c)} />
}

type Props = {
  year: number
  lines: UnassignedLine[]
  hasMore: boolean
  choices: BookChoices
  sent: Sent
  done: Done | undefined
  viewer: Viewer
}

function AssignPage({ year, lines, hasMore, choices, sent, done, viewer }: Props) {
  const { locale } = viewer
  const { assigning: t, fields } = bookTexts(locale)
  const { values = { place: '', sphere: '' }, refused = {}, chosen = [] } = sent
  const { isNonprofit } = viewer.staff.workspace
  const ofUnits = lines.filter(({ unitSphere }) => unitSphere !== null).length
  const number = (count: number) => formatNumber(count, locale)
  const { assigned = 0, lacking = 0, skipped = 0 } = done?.numbers ?? {}
  return (
    <BookLayout
      title={t.title(year)}
      lead={lines.length > 0 && (isNonprofit ? t.leadNonprofit : t.lead)}
      viewer={viewer}
      year={year}
      hasIssues={Object.keys(refused).length > 0}
      notice={
        <>
          {assigned > 0 && <Notice tone="good">{t.done(number(assigned))}</Notice>}
          {lacking > 0 && <Notice tone="warn">{t.lacking(number(lacking))}</Notice>}
          {skipped > 0 && <Notice tone="warn">{t.skipped(number(skipped))}</Notice>}
        </>
      }
    >
      {ofUnits > 0 && (
        <Notice
          tone="info"
          isQuiet
          action={
            <Form action={bookPath(viewer, '/assign')} hidden={{ year: `${year}`, act: 'units' }}>
              <Button kind="second">{t.takeSpheres}</Button>
            </Form>
          }
        >
          <p>{t.ofUnits(number(ofUnits))}</p>
        </Notice>
      )}
      <RefusedList {...{ refused, fields, locale }} />
      {lines.length === 0 ? (
        <Empty title={t.allTitle} lead={isNonprofit ? t.allLeadNonprofit : t.allLead} />
      ) : (
        <Form action={bookPath(viewer, '/assign')} hidden={{ year: `${year}` }}>
          <UnassignedTable {...{ lines, chosen, viewer, year }} />
          {hasMore && <Quiet>{t.hasMore}</Quiet>}
          <Card title={t.to}>
            <Fields columns={2}>
              <PlaceFields {...{ values, refused, locale }} costUnits={choices.costUnits} />
            </Fields>
          </Card>
          <Actions>
            <Button>{t.submit}</Button>
          </Actions>
        </Form>
      )}
    </BookLayout>
  )
}

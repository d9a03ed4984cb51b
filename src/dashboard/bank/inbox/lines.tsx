import { type Context, Hono } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import { type Bookings, bookLines } from '../../../domain/bank/confirm/book-lines'
import { viewInbox } from '../../../domain/bank/lines/inbox'
import { viewSettledLines } from '../../../domain/bank/lines/settled'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { ButtonLink } from '../../../ui/button'
import { PageHead } from '../../../ui/page-head'
import { Chips } from '../../../ui/tabs'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { WayBack } from '../../way-back'
import { bankPath, doneWithLines, isLineId, type LineState, placeIn, STATES } from '../paths'
import { bankTexts } from '../texts'
import { ActNotice } from './act-notice'
import { bookingsIn } from './booking-group'
import { Inbox, pageOf } from './inbox'
import { RefusedGroup, refusedLines } from './refused-group'
import { sectionsOf } from './sections'
import { Settled } from './settled'
import { mayAct } from './suggestion'
import { linesTexts } from './texts'

/** The lines of bank statements by their state: those that wait, each with what it may be, and those that are done. */
export const linesPage = new Hono<Env>()
  .get('/:workspace/bank/lines', async (c) => {
    const state = STATES.find((one) => one === c.req.query('state')) ?? 'open'
    return c.html(state === 'open' ? await openLines(c) : await settledLines(c, state))
  })

  .post('/:workspace/bank/lines/book', async (c) => {
    const body = bookingsIn(await readForm(c))
    const outcome = await attempt(() => bookLines(c.var.staff, { body }))
    if ('issues' in outcome) {
      const ids = body.data.map(({ bank_line_id }) => bank_line_id)
      return c.html(await openLines(c, refusedLines(outcome, ids)), 422)
    }
    const { id, lines }: Bookings = JSON.parse(outcome.result)
    return doneWithLines(c, 'together', { line: id, numbers: { count: lines } })
  })

const lastOf = (done: Done | undefined) => (isLineId(done?.about) ? done?.about : undefined)

async function openLines(c: Context<Env>, refused?: ReadonlyMap<string, string>) {
  const done = takeDone(c)
  const askedIds = [...(refused?.keys() ?? [])]
  const inbox = await viewInbox(c.var.staff, { lastId: lastOf(done), askedIds })
  const viewer = viewerOf(c)
  const place = placeIn(c.req.query('at'))
  const at = place ?? 0
  const page = Math.max(1, Math.floor(Number(c.req.query('page'))) || pageOf(at))
  const content = <ActNotice {...{ done, viewer }} at={place} inbox={inbox} last={inbox.last} />
  // Next to the act, so that its undo and the next line are both in view.
  const { perhaps, unknown } = sectionsOf(inbox)
  const isWithin = at > 0 && perhaps.length + unknown.length > at
  return (
    <LinesLayout viewer={viewer} state="open">
      {refused && <RefusedGroup {...{ refused, viewer }} lines={inbox.asked} />}
      {!isWithin && content}
      <Head viewer={viewer} state="open" />
      <Inbox {...{ inbox, viewer, page }} notice={isWithin ? { at, content } : undefined} />
    </LinesLayout>
  )
}

async function settledLines(c: Context<Env>, state: Exclude<LineState, 'open'>) {
  const cursor = c.req.query('cursor')
  const done = takeDone(c)
  const settled = await viewSettledLines(c.var.staff, { state, cursor, lastId: lastOf(done) })
  const viewer = viewerOf(c)
  return (
    <LinesLayout viewer={viewer} state={state}>
      <ActNotice {...{ done, viewer }} at={placeIn(c.req.query('at'))} last={settled.last} />
      <Head viewer={viewer} state={state} />
      <Settled settled={settled} state={state} viewer={viewer} />
    </LinesLayout>
  )
}

type Props = { viewer: Viewer; state: LineState }

const LinesLayout = ({ viewer, state, children }: PropsWithChildren<Props>) => (
  <StaffLayout
    title={`${linesTexts(viewer.locale).title}: ${linesTexts(viewer.locale).states[state]}`}
    viewer={viewer}
    section="bank"
  >
    {children}
  </StaffLayout>
)

function Head({ viewer, state }: Props) {
  const t = linesTexts(viewer.locale)
  const path = bankPath(viewer, '/lines')
  return (
    <>
      <PageHead
        title={t.title}
        breadcrumb={<WayBack viewer={viewer} section="bank" />}
        actions={
          <>
            <ButtonLink kind="second" href={bankPath(viewer)}>
              {bankTexts(viewer.locale).accounts}
            </ButtonLink>
            {mayAct(viewer) && (
              <ButtonLink kind="second" href={bankPath(viewer, '/import')} shortcut="n">
                {bankTexts(viewer.locale).import}
              </ButtonLink>
            )}
          </>
        }
      />
      <Chips
        label={t.stateLabel}
        items={STATES.map((one) => ({
          label: t.states[one],
          href: one === 'open' ? path : `${path}?state=${one}`,
          isCurrent: one === state,
        }))}
      />
    </>
  )
}

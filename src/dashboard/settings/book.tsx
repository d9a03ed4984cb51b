import { type Context, Hono } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import { requireNeed } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { prepareBook } from '../../domain/workspaces/prepare-book'
import { TO_SWITCH_BOOK, updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Fields, Form, QueryForm } from '../../ui/form-layout'
import { formatDate } from '../../ui/i18n/format'
import { Actions, Measure } from '../../ui/stack'
import { Prose } from '../../ui/text'
import { attempt, type Faults } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { refusalText } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { OpeningsForm } from './book-openings'
import { type Openings, openingsIn, openingsOf, refusedOpenings } from './book-values'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

const BOOK = '/:workspace/settings/book'
const DAY = 'book_begins_on'

/** The page on which an owner switches the cash book off, and on: first the day, then what was in the accounts. */
export const bookPage = new Hono<Env>()
  .get(BOOK, async (c) => {
    const day = c.req.query(DAY)
    if (day !== undefined) return answerOpenings(c, day.trim())
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_SWITCH_BOOK))
    return c.html(<BookPage c={c} />)
  })

  .post(BOOK, async (c) => {
    const form = await readForm(c)
    const day = form.get(DAY)?.trim() ?? ''
    const openings = openingsIn(form)
    const bookkeeping =
      form.get('keeps_book') === 'yes'
        ? { keeps_book: true, ...(day && { book_begins_on: day, openings: openingsOf(openings) }) }
        : { keeps_book: false }
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: { bookkeeping } }))
    if ('result' in outcome) return doneIn(c, bookkeeping.keeps_book ? 'bookOn' : 'bookOff', '/book')
    return answerOpenings(c, day, { openings, faults: outcome })
  })

type Sent = { openings: Openings; faults: Faults }

/** Asks for the openings of a day, again with what was refused of them; or for another day. */
async function answerOpenings(c: Context<Env>, day: string, sent?: Sent) {
  const prepared = await attempt(() => prepareBook(c.var.staff, { day: day || undefined }))
  const viewer = viewerOf(c)
  if ('issues' in prepared)
    return c.html(<BookPage c={c} day={day} issue={dayIssue(prepared, viewer)} />, 422)
  const refused = sent && refusedOpenings(sent.faults, sent.openings, prepared.result, viewer)
  return c.html(
    <BookLayout {...{ c, viewer }} {...refused}>
      <OpeningsForm
        {...{ day, viewer, prepared: prepared.result }}
        sent={sent?.openings}
        refused={refused?.refused}
      />
    </BookLayout>,
    sent ? 422 : 200,
  )
}

function dayIssue({ refusals }: Faults, viewer: Viewer): string {
  const [refusal] = Object.values(refusals).flat()
  return refusal ? refusalText(refusal, viewer) : settingsTexts(viewer.locale).book.noDate
}

function BookPage({ c, day = '', issue }: { c: Context<Env>; day?: string; issue?: string }) {
  const viewer = viewerOf(c)
  const { book: t } = settingsTexts(viewer.locale)
  const refused = issue === undefined ? {} : { [DAY]: issue }
  return (
    <BookLayout {...{ c, viewer, refused }} fields={{ [DAY]: t.day }}>
      {viewer.staff.workspace.keepsBook ? (
        <OffForm viewer={viewer} />
      ) : (
        <QueryForm action={settingsPath(viewer, '/book')}>
          <Card title={t.on}>
            <Prose>{t.onLead}</Prose>
            <Fields>
              <DateField {...t.day} name={DAY} value={day} issue={issue} autocomplete="off" />
            </Fields>
          </Card>
          <Actions>
            <Button>{t.next}</Button>
          </Actions>
        </QueryForm>
      )}
    </BookLayout>
  )
}

function OffForm({ viewer }: { viewer: Viewer }) {
  const { book: t } = settingsTexts(viewer.locale)
  const { bookBeginsOn } = viewer.staff.workspace
  return (
    <Form hidden={{ keeps_book: 'no' }}>
      <Card title={t.off}>
        {bookBeginsOn && <Prose>{t.isOnSince(formatDate(bookBeginsOn, viewer.locale))}</Prose>}
        <Prose>{t.offLead}</Prose>
      </Card>
      <Actions>
        <Button kind="danger">{t.off}</Button>
      </Actions>
    </Form>
  )
}

type LayoutProps = PropsWithChildren<{
  c: Context<Env>
  viewer: Viewer
  refused?: Refused
  fields?: Parameters<typeof RefusedList>[0]['fields']
}>

function BookLayout({ c, viewer, refused = {}, fields = {}, children }: LayoutProps) {
  const { overview, book: t } = settingsTexts(viewer.locale)
  return (
    <SettingsLayout
      c={c}
      title={overview.keepsBook.title}
      lead={viewer.staff.workspace.keepsBook ? t.isOn : t.isOff}
      viewer={viewer}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList {...{ refused, fields }} locale={viewer.locale} />
        {children}
      </Measure>
    </SettingsLayout>
  )
}

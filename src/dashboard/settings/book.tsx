import { type Context, Hono } from 'hono'
import { requireNeed } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { TO_SWITCH_BOOK, updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { inputId } from '../../ui/form'
import { ErrorSummary, Fields, Form } from '../../ui/form-layout'
import { formatDate } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Actions, Measure } from '../../ui/stack'
import { Prose } from '../../ui/text'
import { viewerOf } from '../layout'
import { pathIn } from '../paths'
import { attempt } from './form'
import { SettingsLayout, seeOther } from './page'
import { settingsTexts } from './texts'

/** The page on which an owner switches the cash book on and off. */
export const bookPage = new Hono<Env>()
  .get('/:workspace/settings/book', async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_SWITCH_BOOK))
    return c.html(<BookPage c={c} day="" />)
  })

  .post('/:workspace/settings/book', async (c) => {
    const form = await readForm(c)
    const day = form.get('book_begins_on')?.trim() ?? ''
    const keeps_book = form.get('keeps_book') === 'yes'
    const bookkeeping = { keeps_book, ...(keeps_book && day && { book_begins_on: day }) }
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: { bookkeeping } }))
    if ('result' in outcome) return seeOther(c, '/book', { done: keeps_book ? 'bookOn' : 'bookOff' })
    const refusal = refusalOf(Object.values(outcome.issues).flat())
    return c.html(<BookPage c={c} day={day} refusal={refusal} />, 422)
  })

/** Why the book does not begin on a day. */
type BookRefusal = keyof ReturnType<typeof settingsTexts>['book']['refusals']

const SIGNS: [RegExp, BookRefusal][] = [
  [/^is required/, 'required'],
  [/in the future/, 'future'],
  [/fiscal year/, 'closed'],
  [/when the book began here/, 'earlier'],
  [/after the account/, 'account'],
  [/last voucher/, 'vouchers'],
  [/last bank line/, 'lines'],
]

const refusalOf = (messages: string[]): BookRefusal =>
  SIGNS.find(([sign]) => messages.some((message) => sign.test(message)))?.[1] ?? 'date'

function BookPage({ c, day, refusal }: { c: Context<Env>; day: string; refusal?: BookRefusal }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const { overview, book: t } = settingsTexts(locale)
  const { keepsBook, bookBeginsOn } = staff.workspace
  const issue = refusal && t.refusals[refusal]
  return (
    <SettingsLayout
      c={c}
      title={overview.keepsBook.title}
      lead={keepsBook ? t.isOn : t.isOff}
      viewer={viewer}
      hasIssues={issue !== undefined}
    >
      <Measure>
        {issue && (
          <ErrorSummary
            title={formTexts(locale).checkEntries}
            issues={[{ label: t.day.label, text: issue, inputId: inputId('book_begins_on') }]}
          />
        )}
        {keepsBook ? (
          <Form hidden={{ keeps_book: 'no' }}>
            {bookBeginsOn && <Prose>{t.isOnSince(formatDate(bookBeginsOn, locale))}</Prose>}
            <Prose>{t.offLead}</Prose>
            <Actions>
              <Button kind="danger">{t.off}</Button>
            </Actions>
          </Form>
        ) : (
          <Form hidden={{ keeps_book: 'yes' }}>
            <Card title={t.on}>
              <Prose>{t.onLead}</Prose>
              <p>
                <a href={pathIn(staff.workspace, '/bank')}>{t.accounts}</a>
              </p>
              <Fields>
                <DateField {...t.day} name="book_begins_on" value={day} issue={issue} autocomplete="off" />
              </Fields>
            </Card>
            <Actions>
              <Button kind="primary">{t.on}</Button>
            </Actions>
          </Form>
        )}
      </Measure>
    </SettingsLayout>
  )
}

import { type Context, Hono } from 'hono'
import { ignoreLine } from '../../../domain/bank/confirm/ignore'
import { viewLine } from '../../../domain/bank/lines/page'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { SaveOrCancel, TextField } from '../../../ui/form'
import { Form } from '../../../ui/form-layout'
import { Lead } from '../../../ui/text'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { bankPath, doneWithLines, refusedAtLine } from '../paths'
import { LineLayout } from './layout'
import { codeOf } from './refusal'
import { lineTexts } from './texts'

const IGNORE = '/:workspace/bank/lines/:line_id/ignore'

/** The page that takes a line out of the inbox without booking it. */
export const ignorePage = new Hono<Env>()
  .get(IGNORE, async (c) => c.html(await page(c, c.req.param('line_id'))))

  .post(IGNORE, async (c) => {
    const id = c.req.param('line_id')
    const form = await readForm(c)
    const reason = form.get('reason')?.trim() ?? ''
    const outcome = await attempt(() => ignoreLine(c.var.staff, { id, body: { reason } }))
    if ('result' in outcome) return doneWithLines(c, 'ignored', { line: id, at: form.get('at') })
    if (!outcome.issues.reason) return refusedAtLine(c, codeOf(outcome), id)
    const { fields } = lineTexts(viewerOf(c).locale).ignore
    return c.html(
      await page(c, id, { reason, at: form.get('at') }, refusedIn(outcome, fields, viewerOf(c))),
      422,
    )
  })

type Sent = { reason: string; at: string | null }

async function page(c: Context<Env>, id: string, sent?: Sent, refused: Refused = {}) {
  const { line, account } = await viewLine(c.var.staff, { id, needs: 'bank:write', withSuggestions: false })
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = lineTexts(locale).ignore
  return (
    <LineLayout {...{ line, account, viewer }} title={t.title} hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={t.fields} locale={locale} />
      <Card>
        <Form hidden={{ at: sent?.at ?? c.req.query('at') ?? '' }}>
          <Lead>{t.lead}</Lead>
          <TextField
            {...t.fields.reason}
            name="reason"
            value={sent?.reason ?? ''}
            issue={refused.reason}
            hint={t.hint}
            autocomplete="off"
          />
          <SaveOrCancel label={t.submit} cancelHref={bankPath(viewer, `/lines#${id}`)} locale={locale} />
        </Form>
      </Card>
    </LineLayout>
  )
}

import { type Context, Hono } from 'hono'
import { confirmSeveral } from '../../../domain/bank/confirm/several'
import { viewInbox } from '../../../domain/bank/lines/inbox'
import { togetherOf } from '../../../domain/bank/lines/together'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { BulkCount, BulkForm, BulkSubmit } from '../../../ui/bulk'
import { ButtonLink } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { HiddenFields } from '../../../ui/form-layout'
import { Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { attempt, type Faults } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { doneWithSeveral } from '../line/acts'
import { codeOf, textOf } from '../line/refusal'
import { bankPath, linePath } from '../paths'
import { type Shown, shownIn, shownValue } from './shown'
import { SuggestedTable } from './suggested-table'
import { linesTexts } from './texts'
import { suggestedTexts } from './texts-suggested'

const SUGGESTED = '/:workspace/bank/lines/suggested'

/** The page that confirms payments by name or account together: those that are ticked, as it showed them, or none. */
export const suggestedPage = new Hono<Env>()
  .get(SUGGESTED, async (c) => c.html(await page(c)))

  .post(SUGGESTED, async (c) => {
    const form = await readForm(c, async () => {
      await viewInbox(c.var.staff, { needs: 'bank:write' })
    })
    const shown = shownIn(form)
    if (shown.length === 0) return c.html(await page(c, { shown, refused: [] }), 422)
    const lines = shown.map(({ name: _, ...line }) => line)
    const outcome = await attempt(() => confirmSeveral(c.var.staff, { body: { lines } }))
    if ('result' in outcome) return doneWithSeveral(c, outcome.result)
    return c.html(await page(c, { shown, refused: refusedOf(shown, outcome) }), 422)
  })

/** Lines that were sent, and those of them that were refused, each with a code. */
type Sent = { shown: Shown[]; refused: { line: Shown; code: string }[] }

const refusedOf = (shown: Shown[], { issues, refusals }: Faults): Sent['refused'] =>
  shown.flatMap((line, index) => {
    const isOfLine = (path: string) => path.startsWith(`lines.${index}.`)
    if (!Object.keys(issues).some(isOfLine)) return []
    const own = Object.fromEntries(Object.entries(refusals).filter(([path]) => isOfLine(path)))
    return [{ line, code: codeOf({ refusals: own }) }]
  })

async function page(c: Context<Env>, sent?: Sent) {
  const inbox = await viewInbox(c.var.staff, { needs: 'bank:write' })
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = suggestedTexts(locale)
  const lines = togetherOf(inbox.lines, inbox.named)
  const refused = new Set(sent?.refused.map(({ line }) => line.id))
  const ticked = sent && new Set(sent.shown.map(({ id }) => id))
  const items = [{ label: linesTexts(locale).title, href: bankPath(viewer, '/lines') }]
  return (
    <StaffLayout title={t.title} viewer={viewer} section="bank" hasIssues={!!sent}>
      {sent && <Refused sent={sent} viewer={viewer} />}
      <PageHead
        title={t.title}
        breadcrumb={<Breadcrumb items={items} locale={locale} />}
        {...(lines.length > 0 && { lead: t.pageLead })}
      />
      {lines.length === 0 ? (
        <Empty {...t.empty} action={<ButtonLink href={bankPath(viewer, '/lines')}>{t.back}</ButtonLink>} />
      ) : (
        <BulkForm action={bankPath(viewer, '/lines/suggested')}>
          {lines.map((line) => (
            <HiddenFields values={{ shown: shownValue(line) }} />
          ))}
          <SuggestedTable
            {...{ lines, inbox, viewer }}
            isTicked={(id) => !refused.has(id) && (ticked?.has(id) ?? true)}
          />
          <BulkSubmit>
            {t.confirm[0]}
            <BulkCount />
            {t.confirm[1]}
          </BulkSubmit>
        </BulkForm>
      )}
    </StaffLayout>
  )
}

/** Names the lines that were not confirmed, and because of which no other was. */
function Refused({ sent: { refused, shown }, viewer }: { sent: Sent; viewer: Viewer }) {
  const { locale } = viewer
  const t = suggestedTexts(locale)
  const own: Record<string, string> = t.reasons
  return (
    <Notice tone="bad" title={t.nothingConfirmed} hasFocus>
      <p>{shown.length === 0 ? t.nothingTicked : t.changed(refused.length)}</p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ line, code }) => (
            <li>
              <a href={linePath(viewer, line.id)}>{line.name || linesTexts(locale).unnamed}</a>:{' '}
              {Object.hasOwn(own, code) ? own[code] : textOf(code, viewer)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

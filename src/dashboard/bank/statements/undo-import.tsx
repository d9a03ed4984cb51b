import { type Context, Hono } from 'hono'
import { type OpenedImport, openImport, undoImport } from '../../../domain/bank/statements/undo-import'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import { Confirm } from '../../../ui/confirm'
import { kitTexts } from '../../../ui/i18n/kit'
import { Message } from '../../../ui/message'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { whoAndWhen } from '../../log/who-and-when'
import { bankPath } from '../paths'
import { bankTexts } from '../texts'

const UNDO = '/:workspace/bank/statements/:statement_id/undo'

/** The page that takes an import back. */
export const undoImportPage = new Hono<Env>()
  .get(UNDO, async (c) => page(c, await openImport(c.var.staff, { id: c.req.param('statement_id') })))

  .post(UNDO, async (c) => {
    const id = c.req.param('statement_id')
    const outcome = await attempt(() => undoImport(c.var.staff, { id }))
    if ('issues' in outcome) return page(c, await openImport(c.var.staff, { id }), 422)
    const { accountId, lines } = outcome.result
    return done(c, 'undone', { to: bankPath(viewerOf(c), `/accounts/${accountId}`), numbers: { lines } })
  })

function page(c: Context<Env>, opened: OpenedImport, status: 200 | 422 = 200) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = bankTexts(locale).undoPage
  const refusal = refusalOf(opened, viewer)
  const back = bankPath(viewer, opened.facts && `/accounts/${opened.facts.account_id}`)
  return c.html(
    <StaffLayout title={t.title} viewer={viewer} section="bank">
      {refusal ? (
        <Message {...refusal} back={{ href: back, label: kitTexts(locale).previous }} />
      ) : (
        <Confirm
          title={t.title}
          lead={t.lead}
          action={c.req.path}
          label={t.submit}
          cancelHref={back}
          isDangerous
          locale={locale}
        />
      )}
    </StaffLayout>,
    status,
  )
}

/** Why an import cannot be undone, or by whom it was before; undefined if it can. */
function refusalOf({ facts, undone }: OpenedImport, viewer: Viewer) {
  const t = bankTexts(viewer.locale).undoPage
  if (undone) {
    const { who, when, isOwn } = whoAndWhen(undone, viewer)
    return { title: t.undone, lead: isOwn ? t.undoneBySelf(when) : t.undoneBy(who, when) }
  }
  if (facts.touched > 0) return { title: t.title, lead: t.touched }
  return facts.isContinued ? { title: t.title, lead: t.continued } : undefined
}

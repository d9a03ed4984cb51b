import { type Context, Hono } from 'hono'
import { getImport, type ImportFacts, undoImport } from '../../domain/bank/undo-import'
import type { Env } from '../../env'
import { ButtonLink } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { kitTexts } from '../../ui/i18n/kit'
import { Message } from '../../ui/message'
import { Actions } from '../../ui/stack'
import { StaffLayout, viewerOf } from '../layout'
import { attempt } from '../settings/form'
import { bankPath } from './paths'
import { bankTexts } from './texts'

const UNDO = '/:workspace/bank/statements/:statement_id/undo'

/** The page that takes an import back. */
export const undoImportPage = new Hono<Env>()
  .get(UNDO, async (c) => page(c, await getImport(c.var.staff, { id: c.req.param('statement_id') })))

  .post(UNDO, async (c) => {
    const id = c.req.param('statement_id')
    const outcome = await attempt(() => undoImport(c.var.staff, { id }))
    if ('issues' in outcome) return page(c, await getImport(c.var.staff, { id }), 422)
    const { accountId, lines } = outcome.result
    return c.redirect(`${bankPath(viewerOf(c), `/accounts/${accountId}`)}?undone=${lines}`, 303)
  })

function page(c: Context<Env>, { account_id, touched, isContinued }: ImportFacts, status: 200 | 422 = 200) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = bankTexts(locale).undoPage
  const back = bankPath(viewer, `/accounts/${account_id}`)
  const refusal = touched > 0 ? t.touched : isContinued ? t.continued : undefined
  return c.html(
    <StaffLayout title={t.title} viewer={viewer} section="bank">
      {refusal ? (
        <Message title={t.title} lead={refusal}>
          <Actions>
            <ButtonLink kind="second" href={back}>
              {kitTexts(locale).previous}
            </ButtonLink>
          </Actions>
        </Message>
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

import { type Context, Hono } from 'hono'
import { sendResignation } from '../../domain/portal/resign/send'
import { takeBackResignation } from '../../domain/portal/resign/take-back'
import { type MyResignation, viewMyResignation } from '../../domain/portal/resign/view'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { signedInPayer } from '../session'
import { ResignPage } from './page'

const PATH = '/persons/:person_id/resign'

/** The page by which a member resigns, for itself or for a minor, sees what became of it, and takes it back. */
export const resignPage = new Hono<Env>()
  .get(PATH, async (c) => {
    const mine = await viewMyResignation(signedInPayer(c), { forId: c.req.query('for') })
    return answer(c, mine, { done: takeDone(c) })
  })

  .post(PATH, async (c) => {
    const origin = mailOrigin(c)
    const form = await readForm(c)
    const forId = form.get('for') ?? undefined
    const body = bodyOf(form)
    try {
      const { language, ...mail } = await sendIn(c, { body, forId })
      await c.env.MAILS.send({ kind: 'resignation', ...mail, language, origin })
      return done(c, 'sent', { to: pathOf(c, forId) })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const mine = await viewMyResignation(signedInPayer(c), { forId })
      return answer(c, mine, { form, issues: error.issues })
    }
  })

  .post(`${PATH}/take-back`, async (c) => {
    const origin = mailOrigin(c)
    const forId = (await readForm(c)).get('for') ?? undefined
    const { outcome, notice } = await takeBackResignation(signedInPayer(c), { forId })
    if (notice)
      await c.env.MAILS.send({
        kind: 'resignation_notice',
        ...notice,
        language: await languageOf(c, forId),
        origin,
      })
    return done(c, outcome, { to: pathOf(c, forId) })
  })

const pathOf = (c: Context<Env>, forId: string | undefined): string =>
  `/portal/persons/${c.req.param('person_id')}/resign${forId ? `?for=${encodeURIComponent(forId)}` : ''}`

/** Takes a resignation in; its mail is in the language of the page. */
async function sendIn(c: Context<Env>, asked: { body: Record<string, unknown>; forId: string | undefined }) {
  const mail = await sendResignation(signedInPayer(c), asked)
  return { ...mail, language: await languageOf(c, asked.forId) }
}

async function languageOf(c: Context<Env>, forId: string | undefined) {
  const { session } = await viewMyResignation(signedInPayer(c), { forId })
  return memberLocaleFor(c.req, session.workspace).language
}

const bodyOf = (form: URLSearchParams) => ({
  leave_date: form.get('leave_date') ?? '',
  cause: form.get('cause')?.trim() || null,
  note: form.get('note')?.trim() || null,
  acts_for_all: form.has('acts_for_all'),
})

function answer(
  c: Context<Env>,
  mine: MyResignation,
  state: { done?: Done | undefined; form?: URLSearchParams; issues?: Issues },
) {
  const locale = memberLocaleFor(c.req, mine.session.workspace)
  return c.html(<ResignPage {...{ mine, locale }} {...state} />, state.issues ? 422 : 200)
}

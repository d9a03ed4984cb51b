import { type Context, Hono } from 'hono'
import { audienceOf } from '../../domain/mails/audience'
import { mailProblems } from '../../domain/mails/mail-issues'
import { updateDraft } from '../../domain/mails/save'
import type { MailProblem } from '../../domain/mails/template'
import { viewDraft } from '../../domain/mails/write'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Notice } from '../../ui/notice'
import { viewerOf } from '../layout'
import { audienceText } from './audience'
import { contentIn, isToPayers, listIn, textsIn } from './form'
import { MailForm } from './form-page'
import { MAIL, mailsPath, redirectToMail } from './path'
import { writeTexts } from './texts-write'

const EDIT = `${MAIL}/edit` as const

/** The form that changes a draft. */
export const editPage = new Hono<Env>()
  .get(EDIT, (c) => answerForm(c, {}))

  .post(EDIT, async (c) => {
    const id = c.req.param('mail_id')
    const form = await readForm(c, () => viewDraft(c.var.staff, { id }))
    const revision = Number(form.get('revision')) || 0
    try {
      await updateDraft(c.var.staff, {
        id,
        list: listIn(form),
        revision,
        toPayers: isToPayers(form),
        body: contentIn(form),
      })
      return redirectToMail(c, id)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.issues) return answerForm(c, { form, status: 422 })
      if (error.reason === 'changed_meanwhile') return answerForm(c, { form, status: 409 })
      throw error
    }
  })

type Answer = { form?: URLSearchParams; status?: 409 | 422 }

/** Answers with the form, which keeps what was typed. One that was sent meanwhile leads to its page. */
async function answerForm(c: Context<Env>, { form, status }: Answer) {
  const id = c.req.param('mail_id') ?? ''
  try {
    const draft = await viewDraft(c.var.staff, { id })
    const context = { list: draft.mail.listId, columns: draft.columns }
    const problems = form && status === 422 ? [...mailProblems(textsIn(form), context)] : []
    return c.html(<EditPage {...{ c, draft, form, problems }} isChanged={status === 409} />, status ?? 200)
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    return redirectToMail(c, id)
  }
}

type Props = {
  c: Context<Env>
  draft: Awaited<ReturnType<typeof viewDraft>>
  form: URLSearchParams | undefined
  problems: MailProblem[]
  isChanged: boolean
}

function EditPage({ c, draft: { mail, columns }, form, problems, isChanged }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = writeTexts(locale)
  const { subject, body, kind, listId: list, revision } = mail
  const { selection, toPayers } = audienceOf(mail)
  return (
    <MailForm
      {...{ viewer, list, columns, problems }}
      title={t.editTitle}
      form={form ?? new URLSearchParams({ subject, body, kind, ...(toPayers && { to_payers: '1' }) })}
      audience={audienceText(list, selection, columns, locale)}
      notice={
        isChanged && (
          <Notice tone="warn" title={t.meanwhile}>
            <p>{t.meanwhileLead}</p>
          </Notice>
        )
      }
      action={mailsPath(viewer, `/${mail.id}/edit`)}
      hidden={new URLSearchParams({ list, revision: String(revision) })}
      cancelHref={mailsPath(viewer, `/${mail.id}`)}
    />
  )
}

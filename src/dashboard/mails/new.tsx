import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { listsOf } from '../../domain/access/lists'
import { mailProblems } from '../../domain/mails/mail-issues'
import { createDraft } from '../../domain/mails/save'
import type { MailProblem } from '../../domain/mails/template'
import { type MailChoices, viewMailChoices } from '../../domain/mails/write'
import { readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Notice } from '../../ui/notice'
import { Chips } from '../../ui/tabs'
import { type Viewer, viewerOf } from '../layout'
import { listPath } from '../members/page-query'
import { newFormToken, once, TOKEN } from '../once'
import { audienceText } from './audience'
import { contentIn, formOfAddress, isToPayers, listIn, selectionFields, selectionIn, textsIn } from './form'
import { MailForm } from './form-page'
import { mailsPath, newMailPath, redirectToMail } from './path'
import { writeTexts } from './texts-write'

const NEW = '/:workspace/mails/new'

/** The form of a new mail, which saves it as a draft. */
export const newPage = new Hono<Env>()
  .get(NEW, (c) => answerForm(c, formOfAddress(new URL(c.req.url).searchParams)))

  // A list of persons posts whom it has chosen.
  .post(NEW, async (c) => {
    const form = await readForm(c)
    if (!form.has('list')) form.set('list', c.req.query('list') ?? '')
    return answerForm(c, form)
  })

  .post('/:workspace/mails', async (c) => {
    const form = await readForm(c, () => viewMailChoices(c.var.staff, { list: 'members' }))
    const [list, selection] = [listIn(form), selectionIn(form)]
    try {
      const principal = once(c, form, 'mails:send')
      const id = await createDraft(principal, {
        list,
        selection,
        toPayers: isToPayers(form),
        body: contentIn(form),
      })
      return redirectToMail(c, id)
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      return answerForm(c, form, error.issues)
    }
  })

/** Answers with the form; says what is wrong with what it holds where it was refused. */
async function answerForm(c: Context<Env>, form: URLSearchParams, issues?: Issues) {
  const list = listIn(form)
  const choices = await viewMailChoices(c.var.staff, { list })
  const problems = issues ? [...mailProblems(textsIn(form), choices.context)] : []
  const isSaved = issues !== undefined && 'Idempotency-Key' in issues
  const page = <NewPage {...{ form, choices, problems, isSaved }} viewer={viewerOf(c)} />
  return c.html(page, issues ? 422 : 200)
}

type Props = {
  form: URLSearchParams
  choices: MailChoices
  problems: MailProblem[]
  /** Whether the form was sent before, with another text. */
  isSaved: boolean
  viewer: Viewer
}

function NewPage({ form, choices, problems, isSaved, viewer }: Props) {
  const { staff, locale } = viewer
  const list = listIn(form)
  const selection = selectionIn(form)
  const hidden = selectionFields(list, selection)
  hidden.set(TOKEN, newFormToken())
  const query = 'query' in selection ? selection.query : readBrowseQuery({})
  const isTyped = form.has('body')
  return (
    <MailForm
      {...{ viewer, list, form, problems, hidden }}
      title={writeTexts(locale).newTitle}
      columns={choices.context.columns}
      audience={audienceText(list, selection, choices.context.columns, locale)}
      // A link would lose what was typed.
      {...(!isTyped && {
        changeHref: listPath(staff.workspace, list, '', query),
        choices: 'query' in selection && <Audiences {...{ form, choices, viewer }} />,
      })}
      notice={isSaved && <Notice tone="warn">{writeTexts(locale).keyUsed}</Notice>}
      action={mailsPath(viewer)}
      cancelHref={mailsPath(viewer)}
    />
  )
}

/** Whom mails often go to: everyone in a list, and saved views. */
function Audiences({ form, choices, viewer }: Pick<Props, 'form' | 'choices' | 'viewer'>) {
  const { staff, locale } = viewer
  const t = writeTexts(locale)
  const list = listIn(form)
  const current = form.get('query') ?? ''
  const lists = listsOf(staff.workspace.subscriptionVariant).filter((one) => permits(staff, `${one}:read`))
  const labels = { members: t.allMembers, contacts: t.allContacts }
  const items = [
    ...lists.map((one) => ({ label: labels[one], list: one, query: readBrowseQuery({}) })),
    ...choices.segments.map(({ name, query }) => ({
      label: name,
      list,
      query: readBrowseQuery(Object.fromEntries(new URLSearchParams(query))),
    })),
  ].map(({ label, list: one, query }) => ({
    label,
    href: newMailPath(viewer, one, query),
    isCurrent: one === list && writeBrowseQuery(query).toString() === current,
  }))
  return items.length > 1 ? <Chips label={t.audiences} items={items} /> : null
}

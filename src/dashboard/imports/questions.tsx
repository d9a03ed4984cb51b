import { type Context, Hono } from 'hono'
import { changeImport } from '../../domain/imports/change'
import { type PreparedImport, prepareImport } from '../../domain/imports/prepare'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Form, StickyActions } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Measure } from '../../ui/stack'
import { type Viewer, viewerOf } from '../layout'
import { DiscardForm, ImportFrame } from './frame'
import { importPath } from './path'
import { QuestionCard, type SentAnswers } from './question-card'
import { RefusedNotice } from './refused'
import { attemptChange, IMPORT, idOf, pageOf, revisionIn, unlessChanged } from './route'
import { importTexts } from './texts'

/** The page that asks about doubtful cells, by their kind. */
export const importQuestionsPage = new Hono<Env>()
  .get(`${IMPORT}/questions`, async (c) => {
    const prepared = await prepareImport(c.var.staff, { id: idOf(c) })
    if (prepared.stored.state !== 'draft') return c.redirect(pageOf(c, '/done'), 303)
    if (prepared.rows.questions.length === 0) return c.redirect(pageOf(c, '/check'), 303)
    return c.html(<QuestionsPage {...{ prepared }} viewer={viewerOf(c)} done={takeDone(c)} />)
  })

  .post(`${IMPORT}/questions`, async (c) => {
    const form = await readForm(c, () => prepareImport(c.var.staff, { id: idOf(c) }))
    return unlessChanged(c, '/questions', async () => answer(c, form))
  })

async function answer(c: Context<Env>, form: URLSearchParams): Promise<Response> {
  const answers = answersIn(form)
  const change = { id: idOf(c), body: { answers }, revision: revisionIn(form) }
  const outcome = await attemptChange(() => changeImport(c.var.staff, change))
  if ('issues' in outcome) {
    const prepared = await prepareImport(c.var.staff, { id: idOf(c) })
    return again(c, prepared, { answers, faults: outcome })
  }
  // A day in the future is no answer.
  const { last_used_on: day } = answers
  const isRefused = outcome.result.rows.questions.some(
    ({ kind, answer }) => kind === 'last_used_on' && day !== undefined && day !== answer,
  )
  if (isRefused) return again(c, outcome.result, { answers })
  return c.redirect(pageOf(c, '/check'), 303)
}

/** Shows the questions with the answers that were sent: a day that is none, or what was refused as a whole. */
const again = (c: Context<Env>, prepared: PreparedImport, sent: SentAnswers) =>
  c.html(<QuestionsPage {...{ prepared, sent }} viewer={viewerOf(c)} />, 422)

/** The answers of a form by the keys of their questions. */
function answersIn(form: URLSearchParams): SentAnswers['answers'] {
  return Object.fromEntries(
    [...form].flatMap(([name, key]) => {
      const [, number] = /^key\.(\d+)$/.exec(name) ?? []
      const given = number === undefined ? null : form.get(`answer.${number}`)
      return given === null ? [] : [[key, given || 'none']]
    }),
  )
}

type Props = {
  prepared: PreparedImport
  viewer: Viewer
  done?: Done | undefined
  sent?: SentAnswers
}

function QuestionsPage({ prepared, viewer, done, sent }: Props) {
  const { locale } = viewer
  const { stored, rows } = prepared
  const { listId, id, revision } = stored
  const t = importTexts(locale)
  const cells = rows.questions.reduce((sum, { count }) => sum + count, 0)
  const number = (count: number) => formatNumber(count, locale)
  // Each answer has a number of its own, since keys may have any characters.
  let at = 0
  return (
    <ImportFrame
      {...{ viewer, stored, done }}
      step="questions"
      title={t.questions.title}
      lead={t.questions.lead(number(rows.questions.length), number(cells))}
      hasIssues={!!sent}
    >
      {sent?.faults && <RefusedNotice {...{ viewer, faults: sent.faults }} />}
      <Measure>
        <Form action={importPath(viewer, listId, id, '/questions')} hidden={{ revision: String(revision) }}>
          {rows.questions.map((question) => {
            const first = at
            at += question.pairs?.length ?? 1
            return <QuestionCard {...{ question, first, prepared, viewer }} sent={sent} />
          })}
          <StickyActions>
            <Button>{t.next}</Button>
            <ButtonLink kind="second" href={importPath(viewer, listId, id, '/columns')}>
              {t.steps.columns}
            </ButtonLink>
          </StickyActions>
        </Form>
        <DiscardForm {...{ viewer, stored }} />
      </Measure>
    </ImportFrame>
  )
}

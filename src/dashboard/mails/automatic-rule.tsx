import { type Context, Hono } from 'hono'
import { isOccasion } from '../../domain/mails/rules/occasions'
import { markOfRule, saveRule } from '../../domain/mails/rules/save'
import { viewRule } from '../../domain/mails/rules/view'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { viewerOf } from '../layout'
import { pathIn } from '../paths'
import { formOfRule, refusedRule, ruleIn } from './automatic-form'
import { RulePage } from './automatic-rule-page'

const RULE = '/:workspace/mails/automatic/:occasion'

/** An automatic mail: whether it is on, when it is sent, and what it says. */
export const automaticRulePage = new Hono<Env>()
  .get(RULE, (c) => answerRule(c, {}))

  .post(RULE, async (c) => {
    const occasion = c.req.param('occasion')
    const form = await readForm(c, () => viewRule(c.var.staff, { occasion }))
    if (!isOccasion(occasion) || form.has('preview')) return answerRule(c, { form })
    try {
      await saveRule(c.var.staff, { occasion, body: ruleIn(form, occasion), mark: form.get('mark') ?? '' })
      const { workspace } = c.var.staff.current()
      return done(c, 'saved', { to: pathIn(workspace, `/mails/automatic/${occasion}`) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.reason === 'changed_meanwhile') return answerRule(c, { form, status: 409 })
      if (!error.issues) throw error
      return answerRule(c, { form, status: 422, issues: error.issues })
    }
  })

type Answer = { form?: URLSearchParams; status?: 409 | 422; issues?: Issues }

/** Answers with the page of a rule, with what a form says of it where one was sent. */
async function answerRule(c: Context<Env>, { form, status, issues = {} }: Answer) {
  const opened = await viewRule(c.var.staff, { occasion: c.req.param('occasion') ?? '' })
  const viewer = viewerOf(c)
  const given = form ?? formOfRule(opened.rule)
  return c.html(
    <RulePage
      {...{ opened, viewer }}
      form={given}
      mark={markOfRule(opened.rule)}
      refused={status === 422 ? refusedRule(given, issues, opened, viewer.locale) : {}}
      isChanged={status === 409}
      isSaved={takeDone(c)?.word === 'saved'}
      origin={originOf(c)}
      now={c.var.staff.now}
    />,
    status ?? 200,
  )
}

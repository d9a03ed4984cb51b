import { type Context, Hono } from 'hono'
import { previewOf, readRun, reckonRun } from '../../domain/dues/preview'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import { runDues } from '../../domain/dues/run'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { type Faults, faultsOf } from '../attempt'
import { viewerOf } from '../layout'
import { once } from '../once'
import { RunCheck } from './run-check-page'
import { RUNS, readWhat, runsPath } from './run-path'
import { answerWhat } from './run-what'

const CHECK = `${RUNS}/check`

/** The check of a run, whose button claims what was shown, once. */
export const runCheckPage = new Hono<Env>()
  .get(CHECK, (c) => {
    const asked = new URL(c.req.url).searchParams
    return asked.has('what') ? answerCheck(c, asked) : answerWhat(c, asked)
  })

  .post(CHECK, async (c) => {
    const form = await readForm(c)
    const body = { ...bodyOf(form), mark: form.get('mark') ?? '', skip_faults: form.has('skip_faults') }
    try {
      const run: { id: string; count: number; amount: number } = JSON.parse(
        await runDues(once(c, form, 'fees:write'), { body }),
      )
      const to = runsPath({ staff: c.var.staff.current() }, `/${run.id}`)
      const skipped = Number(form.get('faults')) || 0
      return done(c, 'claimed', { to, numbers: { count: run.count, amount: run.amount, skipped } })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const faults = faultsOf(error.issues)
      if (ASKED.some((path) => path in faults.issues)) return answerWhat(c, form, faults)
      return answerCheck(c, form, { faults, isChanged: 'mark' in error.issues })
    }
  })

/** What the first page asks for. */
const ASKED = ['plan_id', 'period', 'due_on']

const bodyOf = (form: URLSearchParams) => ({
  ...readWhat(form.get('what') ?? ''),
  due_on: form.get('due_on') || null,
  person_ids: form.get('person') ? [form.get('person')] : null,
})

type State = { faults: Faults; isChanged: boolean }

/** Answers with the check; with the first page if there is nothing to check. */
async function answerCheck(c: Context<Env>, form: URLSearchParams, state?: State) {
  let preview: DuesPreview
  try {
    const how = { permission: 'fees:write', withBefore: true } as const
    const reckoning = await reckonRun(c.var.staff, readRun(bodyOf(form)), how)
    preview = previewOf(reckoning)
    const { head } = reckoning.facts.plan
    const page = <RunCheck {...{ preview, head, form }} {...state} viewer={viewerOf(c)} />
    return c.html(page, state === undefined ? 200 : state.isChanged ? 409 : 422)
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return answerWhat(c, form, faultsOf(error.issues))
  }
}

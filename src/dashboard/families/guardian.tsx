import { type Context, Hono } from 'hono'
import { GUARDIAN } from '../../domain/person-fields/fields'
import { saveGuardian } from '../../domain/persons/guardians/save'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { doneWithPerson, PERSON } from '../members/person'
import { pathIn } from '../paths'
import { LIST_FIELD, TO_WITHOUT } from './paths'
import { ChoosePage, openChoice, searchOf } from './payer'

/** Who acts for a minor, chosen on one page. */
export const guardianPages = new Hono<Env>()
  .get(`${PERSON}/guardian`, async (c) => {
    const choice = await openChoice(c, undefined, 'guardian')
    return c.html(<ChoosePage {...{ choice, viewer: viewerOf(c) }} search={searchOf(c)} of="guardian" />)
  })

  .post(`${PERSON}/guardian`, async (c) => {
    const { person_id: id } = c.req.param()
    const list = listOf(c)
    const form = await readForm(c)
    const guardianId = form.get('guardian') || null
    const revision = form.has('revision') ? Number(form.get('revision')) : undefined
    const outcome = await attempt(() => save(c, { list, id, guardianId, revision }))
    if ('result' in outcome && outcome.result !== 'changed') {
      const word = !outcome.result ? 'unchanged' : guardianId === null ? 'guardian_removed' : 'guardian_set'
      if (form.has(LIST_FIELD))
        return done(c, word, { to: pathIn(c.var.staff.current().workspace, TO_WITHOUT[GUARDIAN]) })
      return doneWithPerson(c, word, { list, id, batch: c.var.staff.actor.batchId })
    }
    const choice = await openChoice(c, undefined, 'guardian')
    const told = 'issues' in outcome ? { faults: outcome } : { isChanged: true }
    return c.html(<ChoosePage {...{ choice, viewer: viewerOf(c) }} {...told} search="" of="guardian" />, 422)
  })

/** Whether the person changes, or that it has changed since it was shown. */
async function save(
  c: Context<Env>,
  wanted: Parameters<typeof saveGuardian>[1],
): Promise<boolean | 'changed'> {
  try {
    return await saveGuardian(c.var.staff, wanted)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'changed_meanwhile') return 'changed'
    throw error
  }
}

import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type Comparison, comparePersons } from '../../domain/doubles/compare'
import { mergePersons } from '../../domain/doubles/merge'
import { isMergedInto } from '../../domain/doubles/merged-into'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { doneWithPerson, PERSON } from '../members/person'
import { answerName } from './answer-name'
import { ComparePage } from './compare-page'
import { ConfirmPage } from './confirm-page'

const MERGE = `${PERSON}/merge/:other_id{per_\\w+}`

/** Merges a person into another: compares the two, asks, and does it. */
export const mergePage = new Hono<Env>()
  .get(MERGE, async (c) => c.html(<ComparePage {...(await opened(c))} take={c.req.queries('take') ?? []} />))

  .post(MERGE, async (c) => {
    const form = await readForm(c)
    const props = await opened(c)
    const { kept, gone, refusals } = props.comparison
    const take = takenIn(form, props.comparison)
    if (refusals.length > 0) return c.html(<ComparePage {...props} take={take} />, 422)
    return c.html(
      <ConfirmPage
        {...props}
        take={take}
        hidden={{
          take: JSON.stringify(take),
          kept: kept.version,
          gone: gone.version,
        }}
      />,
    )
  })

  .post(`${MERGE}/run`, async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const { person_id: kept, other_id: gone } = c.req.param()
    const take = readTake(form)
    const isVersion = (name: string) => (version: string) => version === form.get(name)
    try {
      await mergePersons(c.var.staff, {
        list,
        idOrExternalId: kept,
        body: { from: gone, take },
        precondition: isVersion('kept'),
        goneAs: isVersion('gone'),
      })
      return doneWithPerson(c, 'merged', { list, id: kept })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // Sent again, the form finds the person no more who has gone.
      if (error.reason === 'not_found' && (await isMergedInto(c.var.staff, { list, kept, gone })))
        return doneWithPerson(c, 'merged', { list, id: kept })
      if (error.reason !== 'changed_meanwhile' && !error.issues) throw error
      const issues: Issues = error.issues ?? {}
      const isChanged = error.reason === 'changed_meanwhile'
      return c.html(<ComparePage {...(await opened(c))} {...{ take, isChanged, issues }} />, 422)
    }
  })

async function opened(c: Context<Env>) {
  const { person_id: kept = '', other_id: gone = '' } = c.req.param() as Record<string, string>
  const comparison = await comparePersons(c.var.staff, { list: listOf(c), kept, gone })
  return { comparison, viewer: viewerOf(c) }
}

/** The fields whose value the form takes from the person who goes. */
const takenIn = (form: URLSearchParams, { values }: Comparison): string[] =>
  values
    .filter(({ key, difference }) => difference === 'differing' && form.get(answerName(key)) === 'gone')
    .map(({ key }) => key)

function readTake(form: URLSearchParams): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(form.get('take') ?? ''))
  } catch {
    return []
  }
}

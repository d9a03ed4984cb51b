import { Hono } from 'hono'
import { getPersonalData } from '../../domain/persons/personal-data'
import type { Env } from '../../env'
import { PERSON } from './person'

/** All that is stored about a person, as a file. */
export const exportFile = new Hono<Env>().get(`${PERSON}/export`, async (c) => {
  const { list, person_id: id } = c.req.param()
  const data = await getPersonalData(c.var.staff, { list, id })
  return c.body(JSON.stringify(data, null, 2), 200, {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="${id}.json"`,
    'Cache-Control': 'no-store',
  })
})

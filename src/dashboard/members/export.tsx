import { Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { exportPersonalData } from '../../domain/pages/personal-data'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Env } from '../../env'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { fileOrProof } from '../file-or-proof'
import { type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { listOf, listPath } from './page-query'
import { PERSON } from './person'

/** All that is stored about a person, as a file. A POST like all exports of the dashboard, since it records an event. */
export const exportFile = new Hono<Env>().post(`${PERSON}/export`, async (c) => {
  const id = c.req.param('person_id')
  const list = listOf(c)
  const file = async () => {
    const data = await exportPersonalData(c.var.staff, { list, id })
    return c.body(JSON.stringify(data, null, 2), 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${id}.json"`,
      'Cache-Control': 'no-store',
    })
  }
  return fileOrProof(c, { page: () => personPathIn(viewerOf(c).staff.workspace, list, id), file })
})

type Props = { viewer: Viewer; list: ListId; query: BrowseQuery; label: string }

/** A button that exports the persons of a query: the act `export` on all that match. */
export const ExportButton = ({ viewer: { staff }, list, query, label }: Props) => (
  <Form
    action={listPath(staff.workspace, list, '/bulk', readBrowseQuery({}))}
    hidden={{ action: 'export', scope: 'all', query: writeBrowseQuery(query).toString() }}
  >
    <Button kind="second" icon="download">
      {label}
    </Button>
  </Form>
)

import { eq } from 'drizzle-orm'
import { type Db, trip } from '../../../db/client'
import { type WorkspaceRow, workspaces } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { type ResignationNotice, selectReader } from './confirm'

/** What a mail about a resignation says, and to whom it goes. */
export type ResignationNews = {
  workspace: WorkspaceRow
  to: string
  name: string
  leaveDate: string
  sentAt: string
}

/** Gets what a mail says of a resignation, as things are when it is written. One trip. Undefined for nobody to read it. */
export async function viewResignationNotice(
  db: Db,
  notice: ResignationNotice,
): Promise<ResignationNews | undefined> {
  const { workspace_id: id, resignation_id } = notice
  const rows = await trip(db, {
    workspaces: db.select().from(workspaces).where(eq(workspaces.id, id)),
    readers: selectReader(notice),
    found: sql<{ leaveDate: string; sentAt: string }>`
      SELECT coalesce(persons.leave_date, resignations.leave_date) AS leaveDate, sent_at AS sentAt
      FROM resignations CROSS JOIN persons
      WHERE resignations.workspace_id = ${id} AND resignations.id = ${resignation_id} AND persons.workspace_id = ${id}
        AND persons.list_id = 'members' AND persons.area = 'regular' AND persons.id = person_id`,
  })
  const [[workspace], [reader], [found]] = [rows.workspaces, rows.readers, rows.found]
  return workspace && reader?.to && found
    ? { workspace, to: reader.to, name: reader.name, ...found }
    : undefined
}

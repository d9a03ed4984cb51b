import { type Db, trip } from '../../db/client'
import { requireWorkspace, selectWorkspace, toApi, type Workspace } from './workspace'

/** Gets one workspace. One trip. Throws `not_found`. */
export async function getWorkspace(db: Db, { id }: { id: string }): Promise<Workspace> {
  const { workspace } = await trip(db, { workspace: selectWorkspace(db, id) })
  return toApi(requireWorkspace(workspace))
}

import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList } from '../access/principal'

/**
 * Those of some persons of a list whom an import names that is not finished: a draft, or one whose accounts wait. Others have no
 * keys. A query gives the ids of the persons.
 */
export const namedByOpenImports = (workspace: Sql, list: string, ids: Sql): Sql<{ id: string }> => sql<{
  id: string
}>`
  SELECT persons.id FROM persons
  WHERE ${inList(workspace, list as ListId)} AND persons.area IN ('regular', 'applications') AND persons.id IN (${ids})
    AND EXISTS (
      SELECT 1 FROM imports
      CROSS JOIN import_parts ON import_parts.workspace_id = imports.workspace_id AND import_id = imports.id AND kind = 'keys'
      CROSS JOIN json_each(content) AS key
      WHERE imports.workspace_id = ${workspace} AND imports.list_id = persons.list_id AND (
        value ->> 0 = persons.id OR value ->> 1 = persons.external_id OR value ->> 2 = persons.membership_number
        OR (value ->> 3 = persons.last_name_key AND value ->> 4 = persons.first_name_key AND value ->> 5 = persons.birthdate)))`

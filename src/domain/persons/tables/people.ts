import { sql } from '../../../db/sql'
import { emptyEvents } from '../../events/record'
import { anywhereIn } from '../payers/facts'
import { ONLY_IDS, OWN_TOOLS, type PersonTable, TRIGGER, WITH_PERSON } from './kinds'

/** The person, and what is known of the record. */
export const OF_PEOPLE: PersonTable[] = [
  {
    table: 'persons',
    columns: { id: 'id' },
    merge: WITH_PERSON,
    erase: WITH_PERSON,
    // Besides the fields of the person.
    told: {
      key: 'payer',
      select: (workspace, id) => sql`
        SELECT payer_agreed_on, hides_fees_from_payer FROM persons
        WHERE ${anywhereIn(workspace)} AND persons.id = ${id} AND payer_id IS NOT NULL`,
    },
  },
  {
    table: 'idempotent_requests',
    columns: { person_id: 'id', result: 'data' },
    merge: ({ gone }) => [
      sql`UPDATE idempotent_requests SET result = '', person_id = NULL WHERE person_id = ${gone}`,
    ],
    erase: (_, ids) => [sql`UPDATE idempotent_requests SET result = '' WHERE person_id IN (${ids})`],
    told: { reason: 'It repeats an answer for a day.' },
  },
  {
    table: 'events',
    columns: { subject_id: 'id', subject_name: 'data', changes: 'data', actor_id: 'id', actor_name: 'data' },
    merge: { reason: 'Events are sealed; readers find those of both by the tombstone (`withMerged`).' },
    erase: (workspace, ids) => [
      emptyEvents(
        workspace,
        // The plus keeps the ids from being read unless there are merged persons.
        sql`${ids} UNION ALL
          SELECT merged.id FROM deleted_persons AS merged INDEXED BY deleted_persons_by_survivor
          WHERE merged.workspace_id = ${workspace} AND merged.merged_into IS NOT NULL AND +merged.merged_into IN (${ids})`,
      ),
    ],
    told: { key: 'events' },
  },
  {
    table: 'deleted_persons',
    columns: { id: 'id', external_id: 'data', merged_into: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE deleted_persons INDEXED BY deleted_persons_by_survivor SET merged_into = ${kept}
        WHERE workspace_id = ${workspace} AND merged_into = ${gone}`,
    ],
    erase: { reason: 'Copies of a list follow deletions by it; it is deleted after two years.' },
    told: ONLY_IDS,
  },
  {
    table: 'distinct_persons',
    columns: { person_id: 'id', other_person_id: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        INSERT OR IGNORE INTO distinct_persons (workspace_id, person_id, other_person_id, decided_at)
        SELECT workspace_id, min(other, ${kept}), max(other, ${kept}), decided_at FROM (
          SELECT workspace_id, other_person_id AS other, decided_at FROM distinct_persons
          WHERE workspace_id = ${workspace} AND person_id = ${gone}
          UNION ALL
          SELECT workspace_id, person_id, decided_at FROM distinct_persons INDEXED BY distinct_persons_by_other
          WHERE workspace_id = ${workspace} AND other_person_id = ${gone}
        ) WHERE other <> ${kept}`,
    ],
    erase: TRIGGER,
    told: OWN_TOOLS,
  },
]

import { type Sql, sql } from '../../../db/sql'
import type { ColumnRow } from '../../custom-columns/column'
import { columnsFromRows } from '../../custom-columns/column'
import { selectColumns } from '../../custom-columns/query-list'
import { PARTS_OF_FEE } from '../../dues/parts-of-fee'
import { PERSON_ROW, type PersonRow, parseFixedFields } from '../../persons/person'
import { valuesOf } from '../../persons/store/lookups'
import { DomainError } from '../../shared/errors'
import type { StaffPrincipal } from '../../staff/principal'
import type { Name } from '../facts'
import type { MailContent } from '../preview'
import { mailsTo } from './mails'
import { viewReminders } from './propose'

/**
 * Reads what the reminder of persons who share an address would say. One trip. Throws `permission_missing`, and `not_found`
 * if none of them can be reminded.
 */
export async function viewReminderPreview(
  principal: StaffPrincipal,
  { personIds }: { personIds: string[] },
): Promise<MailContent> {
  const workspace = principal.workspace()
  const { reminders, rules, more, ...loaded } = await viewReminders(principal, 'mails:read', {
    persons: sql<PersonRow>`
      SELECT ${PERSON_ROW} FROM persons
      WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area = 'regular'
        AND persons.id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))`,
    columns: selectColumns(workspace, 'members'),
    parts: selectParts(workspace, personIds),
  })
  const named = new Set(personIds)
  const isNamed = ({ person_id }: { person_id: string }) => named.has(person_id)
  const chosen = reminders.payers.filter((payer) => isNamed(payer) || payer.copies.some(isNamed))
  const mail = mailsTo(chosen, rules).find(({ payers }) => payers.some(isNamed))
  if (!mail) throw new DomainError('not_found', 'None of these persons can be reminded.')
  const { list, subject, body, payers } = mail
  const parts = new Map((more.parts as FeeParts[]).map((fee) => [fee.id, fee.parts]))
  const persons = new Map((more.persons as PersonRow[]).map((row) => [row.id, row]))
  const fees = payers.flatMap(({ person_id, name, fees }) =>
    fees.map(({ id, description, reference, open, due_on, owner }) => ({
      description,
      reference,
      amount: open,
      open,
      dueOn: due_on,
      parts: parts.get(id) ?? '[]',
      personId: owner?.id ?? person_id,
      personName: owner?.name ?? name,
    })),
  )
  return {
    mail: { subject, body, kind: 'official' },
    workspace: loaded.workspace,
    columns: list === 'members' ? columnsFromRows(list, more.columns as ColumnRow[]) : [],
    person: persons.get(payers[0]?.person_id ?? ''),
    fees,
    debits: [],
    names: payers.map(({ person_id }) => nameIn(persons.get(person_id))),
  }
}

type FeeParts = { id: string; parts: string }

/** What the fees to be paid are made up of, of persons and of those for whom they pay. */
const selectParts = (workspace: Sql, personIds: string[]): Sql<FeeParts> => {
  const ids = valuesOf(JSON.stringify(personIds))
  return sql<FeeParts>`
    SELECT fees.id, ${PARTS_OF_FEE} AS parts FROM (
      SELECT value AS person_id FROM json_each(${JSON.stringify(personIds)})
      UNION SELECT id FROM persons INDEXED BY persons_by_payer WHERE workspace_id = ${workspace} AND payer_id IN ${ids}
    ) AS owing CROSS JOIN fees INDEXED BY fees_to_pay
    WHERE fees.workspace_id = ${workspace} AND fees.person_id = owing.person_id AND fees.status IN ('open', 'returned')`
}

function nameIn(person: PersonRow | undefined): Name {
  const { first_name = null, last_name = null } = Object(person && parseFixedFields(person).name)
  return { first_name, last_name }
}

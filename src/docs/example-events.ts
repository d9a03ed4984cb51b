import { type Action, EVENTS, type SubjectKind } from '../domain/events/actions'
import { type Event, type EventRow, toApi } from '../domain/events/event'
import { MEANINGS, type UsualActor } from '../domain/events/meanings'
import { type Delivery, deliveriesOf, truncation } from '../domain/webhooks/delivery'

const ID = '0VMtKcPBq7XJ3mZ1sWv9LdTe'
const NUMBER = 42
const AT = '2026-01-31T12:00:00.000Z'
const ENDPOINT = { endpointId: `whk_${ID}`, restores: [] }

type Who = Pick<EventRow, 'actorKind' | 'actorId' | 'actorName' | 'door'>

const WHO: Record<UsualActor, Who> = {
  key: { actorKind: 'key', actorId: `key_${ID}`, actorName: 'CRM', door: 'api' },
  staff: { actorKind: 'staff', actorId: `stf_${ID}`, actorName: 'Grace Hopper', door: 'dashboard' },
  member: { actorKind: 'member', actorId: `per_${ID}`, actorName: 'Ada Lovelace', door: 'portal' },
  operator: { actorKind: 'operator', actorId: null, actorName: null, door: 'operator' },
  service: { actorKind: 'service', actorId: null, actorName: null, door: 'service' },
}

const SUBJECTS: Record<SubjectKind, [id: string, name: string | null]> = {
  member: [`per_${ID}`, 'Ada Lovelace'],
  contact: [`per_${ID}`, 'Ada Lovelace'],
  fee: [`fee_${ID}`, 'Annual fee 2026'],
  collection: [`run_${ID}`, 'MAS-20260216'],
  account: [`acc_${ID}`, 'Current account'],
  statement: [`stm_${ID}`, 'Current account'],
  bank_line: [`lin_${ID}`, 'Ada Lovelace'],
  booking_rule: [`brl_${ID}`, 'City utilities'],
  voucher: [`vch_${ID}`, 'Footballs'],
  fiscal_year: ['2026', '2026'],
  cost_unit: [`cst_${ID}`, 'Youth'],
  custom_column: [`col_${ID}`, 'Shirt size'],
  mail: [`mai_${ID}`, 'Invitation'],
  mail_rule: ['birthday', 'Happy birthday'],
  workspace: [`wsp_${ID}`, 'TSV Lindental'],
  api_key: [`key_${ID}`, 'CRM'],
  staff: [`stf_${ID}`, 'Grace Hopper'],
  import: [`imp_${ID}`, null],
  dues_plan: [`pln_${ID}`, 'Annual dues'],
  dues_run: [`drn_${ID}`, 'Annual dues 2026'],
  webhook_endpoint: [`whk_${ID}`, 'www.your-club.org'],
}

function exampleRow(action: Action): EventRow {
  const { changes, by = 'key' } = MEANINGS[action]
  const [kind] = EVENTS[action]
  const [id, name] = SUBJECTS[kind]
  return {
    ...WHO[by],
    workspaceId: `wsp_${ID}`,
    number: NUMBER,
    at: AT,
    action,
    subjectKind: kind,
    subjectId: id,
    // The events of a deleted person are emptied.
    subjectName: action === 'person.deleted' ? null : name,
    changes: changes && JSON.stringify(changes),
    requestId: '7f1a0d0e-2f64-4c56-9c0a-0c7f3b0c8f0e',
    batchId: `bat_${ID}`,
    salt: null,
  }
}

/** An event with an action, as the feed has it. */
export const exampleEvent = (action: Action): Event => toApi(exampleRow(action))

/** The body with which a webhook tells of {@link exampleEvent}. */
export function exampleDelivery(action: Action): object {
  const { changes } = MEANINGS[action]
  const changed = changes && JSON.stringify(Object.keys(changes))
  return bodyOf(deliveriesOf([{ ...exampleRow(action), changed }], ENDPOINT))
}

/** What a webhook tells that no event is about. */
export const exampleTruncation = (): object =>
  bodyOf([truncation({ first: NUMBER, last: 2 * NUMBER }, AT, ENDPOINT)])

const bodyOf = ([delivery]: Delivery[]): object => JSON.parse(delivery?.body ?? '{}')

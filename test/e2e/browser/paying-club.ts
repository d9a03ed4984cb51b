import { inDays } from '../../../src/dev/demo/days.ts'
import type { Service } from '../support/service.ts'

/** Creates a club with a family: Katrin transfers, Jonas pays by direct debit, and a debit of Lina's came back. */
export async function createPayingClub(service: Service) {
  const workspace = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    creditor: {
      name: 'TSV Lindental 1898 e. V.',
      iban: 'DE02120300000000202051',
      creditor_id: 'DE98ZZZ09999999999',
    },
    contact: { name: 'Geschäftsstelle', email: 'buero@tsv-lindental.example', phone: '030 23125 100' },
    member_portal: { colour: '#1f6f54', functions: ['view_data', 'edit_data', 'view_fees'] },
  })
  const { token } = await service.operator('POST', `/workspaces/${workspace.id}/api_keys`, { name: 'tests' })
  const api = (method: string, path: string, body?: object) => service.api(token, method, path, body)
  await api('PUT', '/lists/members/persons', { data: PERSONS })
  const fees: { id: string }[] = await api('POST', '/fees', { data: FEES })
  const [jersey, , paid, cancelled, run, , closed] = fees.map(({ id }) => id)
  const payment = { method: 'bank_transfer', paid_on: inDays(-20) }
  await api('POST', '/payments', {
    data: [
      { ...payment, fee_id: jersey, amount: 1000 },
      { ...payment, fee_id: paid, amount: 12_000, paid_on: inDays(-400) },
    ],
  })
  await api('POST', `/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'Fiel aus' })
  await release(api, run)
  const { id, items } = await release(api, closed)
  await api('POST', `/collections/${id}/submission`)
  await api('POST', `/collections/${id}/returns`, {
    item_id: items[0]?.id,
    returned_on: inDays(0),
    reason_code: 'AC04',
  })
  const link = async (): Promise<string> =>
    (await api('POST', '/member_portal_sessions', { email: EMAIL })).url
  return { link }
}

type Api = (method: string, path: string, body?: object) => Promise<{ id: string; items: { id: string }[] }>

/** Releases a fee to be collected in about three weeks, on the first day on which banks work. */
async function release(
  api: Api,
  feeId: string | undefined,
  days = 21,
): Promise<{ id: string; items: { id: string }[] }> {
  const body = { fee_ids: [feeId], collection_date: inDays(days) }
  return api('POST', '/collections', body).catch((error) => {
    if (days > 28) throw error
    return release(api, feeId, days + 1)
  })
}

const EMAIL = 'familie.bergmann@example.org'

const bergmann = (external_id: string, first_name: string, fields: object) => ({
  external_id,
  name: { first_name, last_name: 'Bergmann' },
  email: EMAIL,
  membership_number: external_id.slice(2),
  ...fields,
})

const account = (iban: string, reference: string) => ({
  payment_method: 'direct_debit',
  bank_account: { iban, signatory: 'Katrin Bergmann' },
  sepa_mandate: { reference, signature_date: inDays(-600) },
})

const PERSONS = [
  bergmann('m-1004', 'Katrin', { payment_method: 'bank_transfer' }),
  bergmann('m-1005', 'Jonas', account('DE89370400440532013000', 'TSV-M-1005')),
  bergmann('m-1006', 'Lina', account('DE02500105170137075030', 'TSV-M-1006')),
]

const fee = (person_external_id: string, amount: number, description: string, due_on?: string) => ({
  person_external_id,
  amount,
  description,
  ...(due_on && { due_on }),
})

const FEES = [
  fee('m-1004', 4490, 'Trikot mit Namenszug „Bergmann“, Größe M', inDays(23)),
  fee('m-1004', 12_000, 'Jahresbeitrag 2026', inDays(-5)),
  fee('m-1004', 12_000, 'Jahresbeitrag 2025'),
  fee('m-1004', 1500, 'Sommerfest'),
  fee('m-1005', 4800, 'Jahresbeitrag 2026'),
  fee('m-1005', 1200, 'Turnierbus'),
  fee('m-1006', 4800, 'Jahresbeitrag 2026'),
]

import { afterEach, expect, it, vi } from 'vitest'
import { withoutVouchers } from '../support/book'
import { call, type Options } from '../support/call'
import { camt } from '../support/camt'
import { addPersons, claim, collectingClub, payer, setDay } from '../support/direct-debits'

type Media = { example?: unknown; schema?: { $ref?: string; examples?: unknown[] } }
type Operation = { requestBody?: { content: Record<string, Media> }; responses: Record<string, unknown> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}

afterEach(() => {
  vi.useRealTimers()
})

/** The first example of the body of an operation, with the ids of its examples replaced by those of their kind. */
function exampleOf({ components }: Document, operation: Operation, ids: Record<string, string>): unknown {
  const schema = operation.requestBody?.content['application/json']?.schema
  const named = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const text = JSON.stringify(named?.examples?.[0])
  return text && JSON.parse(text.replaceAll(/"(fee|dbt|acc|lin)_\w{20,}"/g, (_, kind) => `"${ids[kind]}"`))
}

it('shows examples that succeed on every endpoint of money that names an id', async () => {
  const document: Document = (await call('GET', '/openapi.json')).body
  const club = await collectingClub()
  const tried = new Set<string>()

  /** Sends the example of an endpoint, and expects a success. */
  async function send(
    endpoint: string,
    id: string,
    ids: Record<string, string> = {},
    { query = '', ...options }: Options & { query?: string } = {},
  ) {
    const [method = '', template = ''] = endpoint.split(' ')
    const operation = document.paths[template]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${endpoint} is not described`)
    tried.add(endpoint)
    const path =
      template
        .replace(/\{item_id\}/, ids.dbt ?? '')
        .replace('{balance_on}', '2026-01-31')
        .replace(/\{\w+\}/, id) + query
    const body = exampleOf(document, operation, ids)
    const answer = await call(method, path, {
      key: club.key,
      ...(body !== undefined && { body }),
      ...options,
    })
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    expect(successes, `${endpoint} ${answer.text}`).toContain(`${answer.status}`)
    return answer.body?.data
  }

  const persons = [1, 2, 3, 4, 5, 6]
  await addPersons(
    club,
    persons.map((n) => payer(n)),
  )
  await club.post('/cost_units', { name: 'Handball' })
  const fees = await claim(
    club,
    persons.map((n) => ({
      person_external_id: `m${n}`,
      amount: 9000,
      ...(n > 1 && { attached_expense: { sphere: 'ideal' } }),
    })),
  )
  const [unbooked = '', collected = '', disputed = '', discarded = '', paid = '', waived = ''] = fees
  const account = await send('POST /accounts', '')
  await send('PATCH /accounts/{account_id}', account.id)

  const release = async (fee: string) => {
    vi.setSystemTime(Date.now() + 1000)
    const run = await send('POST /collections', '', { fee })
    return { id: String(run.id), dbt: String(run.items[0].id) }
  }
  const [credited, blocked, unsent] = [
    await release(collected),
    await release(disputed),
    await release(discarded),
  ]
  for (const { id } of [credited, blocked]) await send('POST /collections/{collection_id}/submission', id)
  await send('GET /collections/{collection_id}', credited.id)
  await send('GET /collections/{collection_id}/file', credited.id)
  await send('POST /collections/{collection_id}/discard', unsent.id)
  const left = await release(discarded)
  await send('POST /collections/{collection_id}/items/{item_id}/removal', left.id, { dbt: left.dbt })

  setDay('2026-03-25')
  for (const method of ['POST', 'DELETE', 'POST'])
    await send(`${method} /collections/{collection_id}/settlement`, credited.id)
  await send('POST /collections/{collection_id}/returns', credited.id, { dbt: credited.dbt })
  const dispute = { item_id: blocked.dbt, returned_on: '2026-03-20', reason_code: 'MD06' }
  expect((await club.post(`/collections/${blocked.id}/returns`, dispute)).status).toBe(201)
  await send('POST /collections/{collection_id}/items/{item_id}/unblocking', blocked.id, { dbt: blocked.dbt })

  const pay = async (fee_id: string) => {
    const payment = { fee_id, amount: 9000, paid_on: '2026-02-01', method: 'bank_transfer' }
    return (await club.post('/payments', { data: [payment] })).body.data[0].id as string
  }
  await send('GET /fees/{fee_id}', paid)
  await send('PATCH /fees/{fee_id}', paid)
  await send('POST /payments/{payment_id}/reversal', await pay(paid))
  await pay(paid)
  await send('GET /fees/{fee_id}/payments', paid)
  await send('GET /payments', '')
  await send('POST /fees/{fee_id}/refunds', paid)
  await send('POST /fees/{fee_id}/waiver', paid)
  await send('POST /fees/{fee_id}/cancellation', waived)
  await send('DELETE /fees/{fee_id}/cancellation', waived)
  await pay(unbooked)
  await send('POST /vouchers/fees', '', { fee: unbooked })

  const waits = await withoutVouchers(club, () => pay(waived))
  await send('GET /payments/waiting', '')
  await send('POST /payments/{payment_id}/booking', waits)
  await send('DELETE /payments/{payment_id}/booking', waits)

  const [voucher] = await send('POST /vouchers', '')
  await send('GET /vouchers/{voucher_id}', voucher.id)
  await send('PATCH /vouchers/{voucher_id}', voucher.id)
  await send('POST /vouchers/{voucher_id}/reversal', voucher.id)

  const cash = { kind: 'cash', name: 'Box', opening_on: '2026-01-01', opening_amount: 100 }
  const box = (await club.post('/accounts', cash)).body.data.id
  await send('POST /accounts/{account_id}/counts', box)
  await send('GET /accounts/{account_id}/counts', box)

  for (const method of ['PUT', 'DELETE'])
    await send(`${method} /accounts/{account_id}/balances/{balance_on}`, account.id)
  await send('GET /accounts/{account_id}/balances', account.id)
  await send('GET /accounts/{account_id}/reconciliation', account.id)

  const entries = [{ amount: -5000, date: '2026-02-03', details: [{ text: ['Room hire'] }] }]
  const file = camt({ statements: [{ iban: 'DE02500105170137075030', entries }] })
  const importing = { raw: file, headers: { 'Content-Type': 'application/xml' } }
  const { statements } = await send('POST /accounts/{account_id}/statements', account.id, {}, importing)
  await send('GET /accounts/{account_id}/statements', account.id)
  await send('GET /statements/{statement_id}/file', statements[0].id)
  await send('DELETE /statements/{statement_id}', statements[0].id)
  await send('POST /accounts/{account_id}/statements', account.id, {}, importing)
  const [line] = (await club.get('/bank_lines?state=open')).body.data
  await send('GET /bank_lines/{line_id}', line.id)
  for (const act of ['confirmation', 'ignoring'])
    for (const method of ['POST', 'DELETE']) await send(`${method} /bank_lines/{line_id}/${act}`, line.id)

  const booked = await send('POST /bank_line_bookings', line.id, { lin: line.id })
  await send('DELETE /bank_line_bookings/{bookings_id}', booked.id)

  await send('GET /years/{year}', '2025')
  await send('POST /years/{year}/closing', '2025')
  await send('DELETE /years/{year}/closing', '2025', {}, { query: '?reason=Corrected' })

  const named = Object.entries(document.paths).flatMap(([path, operations]) =>
    /^\/(fees|payments|collections|accounts|statements|bank_lines|vouchers|years)\/.*\{/.test(path)
      ? Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  )
  expect(named.filter((endpoint) => !tried.has(endpoint))).toEqual([])
})

it('shows examples of imports that succeed, from the file to its undo', async () => {
  const document: Document = (await call('GET', '/openapi.json')).body
  const club = await collectingClub()
  const tried = new Set<string>()
  const send = async (endpoint: string, id: string, options: Options = {}) => {
    const [method = '', template = ''] = endpoint.split(' ')
    const operation = document.paths[template]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${endpoint} is not described`)
    tried.add(endpoint)
    const answer = await call(method, template.replace(/\{\w+\}/, id), { key: club.key, ...options })
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    expect(successes, `${endpoint} ${answer.text}`).toContain(`${answer.status}`)
    return answer.body?.data
  }
  const { content } = document.paths['/lists/{list_id}/imports']?.post?.requestBody ?? { content: {} }
  const raw = String(content['text/csv']?.example)
  const upload = () =>
    send('POST /lists/{list_id}/imports', 'members', { raw, headers: { 'Content-Type': 'text/csv' } })
  const { id } = await upload()
  const change = document.paths['/imports/{import_id}']?.patch
  if (!change) throw new Error('the change of an import is not described')
  await send('PATCH /imports/{import_id}', id, { body: exampleOf(document, change, {}) })
  await send('GET /imports/{import_id}/rows', id)
  const { mark, counts } = await send('GET /imports/{import_id}', id)
  expect(counts).toMatchObject({ created: 2, gaps: 0 })
  await send('POST /imports/{import_id}/run', id, { body: { mark } })
  await send('POST /imports/{import_id}/undo', id)
  await send('DELETE /imports/{import_id}', (await upload()).id)
  await send('GET /lists/{list_id}/imports', 'members')
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.filter((endpoint) => endpoint.includes('import') && !tried.has(endpoint))).toEqual([])
})

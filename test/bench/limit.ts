import { type CsvColumn, csvColumns, writeCell } from '../../src/domain/persons/csv/cells'

/**
 * What D1 itself costs: the work of the service on the same tables with hand-written SQL and nothing else. No router, no
 * query builder, no credentials, no validation; who sends anything unexpected gets anything. Only for the benchmark.
 */
type Env = { DB: D1Database; PORTAL_LINKS: KVNamespace; PUBLIC_URL: string }
type Asked = { env: Env; url: URL; workspace: string; request: Request }
type Column = { id: string; key: string; type: string }
type Row = { id: string; head: string; custom_values: string }
type Named = { first_name?: string; last_name?: string }
type Body = Record<string, unknown> & { name?: Named }

export default {
  async fetch(request, env): Promise<Response> {
    const url = new URL(request.url)
    const asked = { env, url, request, workspace: request.headers.get('X-Workspace') ?? '' }
    const [, noun, , , person] = url.pathname.split('/')
    if (noun === 'me') return me(asked)
    if (noun === 'fees') return fees(asked)
    if (noun === 'member_portal_sessions') return session(asked)
    if (request.method === 'GET' && request.headers.get('Accept') === 'text/csv') return sheet(asked)
    if (request.method === 'GET') return person ? one(asked, decodeURIComponent(person)) : page(asked)
    if (request.method === 'POST') return create(asked)
    return person ? update(asked, decodeURIComponent(person)) : synchronise(asked)
  },
} satisfies ExportedHandler<Env>

const MEMBERS = `workspace_id = ? AND list_id = 'members'`
const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

const COLUMNS = `SELECT id, coalesce(external_id, id) AS key, type FROM custom_columns WHERE ${MEMBERS} ORDER BY id`

const HEAD = `'{"id":' || json_quote(id) || ',"external_id":' || json_quote(external_id)
  || ',"name":{"first_name":' || json_quote(first_name) || ',"last_name":' || json_quote(last_name)
  || '},"email":' || json_quote(email) || ',"birthdate":' || json_quote(birthdate)
  || ',"phone_numbers":' || coalesce(phone_numbers, 'null') || ',"address":' || coalesce(address, 'null')
  || ',"bank_account":' || coalesce(bank_account, 'null') || ',"sepa_mandate":' || coalesce(sepa_mandate, 'null')
  || ',"payment_method":' || json_quote(payment_method) || ',"membership_number":' || json_quote(membership_number)
  || ',"join_date":' || json_quote(join_date) || ',"leave_date":' || json_quote(leave_date)
  || ',"created_at":' || json_quote(created_at) || ',"updated_at":' || json_quote(updated_at)
  || ',"membership_status":"' || CASE WHEN area = 'applications' THEN 'applicant'
    WHEN leave_date < ? THEN 'former' ELSE 'active' END || '"' AS head`

const CALENDAR = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
const today = () => CALENDAR.format(new Date())

const json = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'application/json' } })

async function page({ env, url, workspace }: Asked): Promise<Response> {
  const [, direction = 'next', key = ''] =
    /^(next|prev)-(.*)-[0-9a-f]{16}$/.exec(url.searchParams.get('cursor') ?? '') ?? []
  const isFirst = !url.searchParams.has('cursor')
  const [columns, rows] = await env.DB.batch([
    env.DB.prepare(COLUMNS).bind(workspace),
    env.DB.prepare(
      `SELECT id, ${HEAD}, custom_values FROM persons WHERE ${MEMBERS} AND area = 'regular'
         AND id ${direction === 'next' ? '>' : '<'} ? ORDER BY id ${direction === 'next' ? 'ASC' : 'DESC'} LIMIT 501`,
    ).bind(today(), workspace, key),
  ])
  const found = rowsOf<Row>(rows)
  const shown = found.slice(0, 500)
  if (direction === 'prev') shown.reverse()
  const before = (direction === 'prev' ? found.length > 500 : !isFirst) && shown[0]
  const behind = (direction === 'prev' || found.length > 500) && shown.at(-1)
  const meta = {
    path: `${env.PUBLIC_URL}${url.pathname}`,
    per_page: 500,
    next_cursor: behind ? await cursor(workspace, 'next', behind.id) : null,
    prev_cursor: before ? await cursor(workspace, 'prev', before.id) : null,
  }
  const tails = tailsFor(rowsOf<Column>(columns))
  const data = shown.map((row) => row.head + tails(row.custom_values)).join(',')
  return json(`{"data":[${data}],"meta":${JSON.stringify(meta)}}`)
}

async function one({ env, workspace }: Asked, segment: string): Promise<Response> {
  const named = segment.startsWith('per_')
    ? `area IN ('regular', 'applications') AND id = ?`
    : 'external_id = ?'
  const [columns, rows] = await env.DB.batch([
    env.DB.prepare(COLUMNS).bind(workspace),
    env.DB.prepare(`SELECT id, ${HEAD}, custom_values FROM persons WHERE ${MEMBERS} AND ${named}`).bind(
      today(),
      workspace,
      segment,
    ),
  ])
  const [row] = rowsOf<Row>(rows)
  return answerOne(row, rowsOf(columns))
}

async function create({ env, workspace, request }: Asked): Promise<Response> {
  const body = await request.json<Body>()
  const columns = await columnsOf(env, workspace)
  const [added] = await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, last_name, email, birthdate,
         phone_numbers, address, membership_number, join_date, custom_values, created_at, updated_at)
       VALUES (?, 'members', 'regular', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${NOW}, ${NOW})
       RETURNING id, ${HEAD}, custom_values`,
    ).bind(
      workspace,
      ...idsOf('per', 1),
      body.external_id,
      body.name?.first_name,
      body.name?.last_name,
      body.email,
      body.birthdate,
      JSON.stringify(body.phone_numbers),
      JSON.stringify(body.address),
      body.membership_number,
      body.join_date,
      customOf(body, columns),
      today(),
    ),
  ])
  const [row] = rowsOf<Row>(added)
  return answerOne(row, columns, 201)
}

async function update({ env, workspace, request }: Asked, externalId: string): Promise<Response> {
  const body = await request.json<Body>()
  const columns = await columnsOf(env, workspace)
  const [changed] = await env.DB.batch([
    env.DB.prepare(
      `UPDATE persons SET last_name = ?, birthdate = ?, custom_values = json_patch(custom_values, ?),
         revision = revision + 1, updated_at = ${NOW}
       WHERE ${MEMBERS} AND external_id = ? RETURNING id, ${HEAD}, custom_values`,
    ).bind(body.name?.last_name, body.birthdate, customOf(body, columns), workspace, externalId, today()),
  ])
  const [row] = rowsOf<Row>(changed)
  return answerOne(row, columns)
}

// The materialised patches and the cross join make SQLite look up who is named.
const SYNCHRONISE = `
  WITH patches AS MATERIALIZED (
    SELECT value ->> 'external_id' AS named, value ->> '$.name.first_name' AS first, value ->> '$.name.last_name' AS last,
      value ->> 'email' AS mail, value ->> 'birthdate' AS born, value -> 'address' AS lives,
      value ->> 'membership_number' AS number, value -> 'custom' AS custom
    FROM json_each(?)
  )
  UPDATE persons SET last_name = last, custom_values = json_patch(custom_values, custom),
    revision = revision + 1, updated_at = ${NOW}
  FROM patches WHERE ${MEMBERS} AND external_id = named
    AND (first_name IS NOT first OR last_name IS NOT last OR email IS NOT mail OR birthdate IS NOT born
      OR address IS NOT lives OR membership_number IS NOT number OR custom_values IS NOT json_patch(custom_values, custom))`

async function synchronise({ env, workspace, request }: Asked): Promise<Response> {
  const { data } = await request.json<{ data: Body[] }>()
  const columns = await columnsOf(env, workspace)
  const patches = data.map((item) => ({ ...item, custom: JSON.parse(customOf(item, columns)) }))
  const names = JSON.stringify(data.map(({ external_id }) => external_id))
  const [changed, rows] = await env.DB.batch([
    env.DB.prepare(SYNCHRONISE).bind(JSON.stringify(patches), workspace),
    env.DB.prepare(
      `SELECT external_id AS id, ${HEAD.replaceAll('json_quote(id)', 'json_quote(persons.id)')}, custom_values
       FROM json_each(?) AS named CROSS JOIN persons WHERE ${MEMBERS} AND external_id = named.value`,
    ).bind(today(), names, workspace),
  ])
  const tails = tailsFor(columns)
  const found = new Map(rowsOf<Row>(rows).map((row) => [row.id, row.head + tails(row.custom_values)]))
  const updated = changed?.meta.changes ?? 0
  const meta = { created: 0, updated, unchanged: data.length - updated, deleted: 0 }
  const persons = data.map((item) => found.get(String(item.external_id))).join(',')
  return json(`{"data":[${persons}],"meta":${JSON.stringify(meta)}}`)
}

const CLAIM = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, cost_unit_id, category_id,
    sphere, created_at, updated_at)
  SELECT p.workspace_id, value ->> 'id', value ->> 'reference', value ->> 'amount', value ->> 'description', p.id,
    coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, membership_number, p.external_id),
    u.id, c.id, value ->> '$.attached_expense.sphere', ${NOW}, ${NOW}
  FROM json_each(?1) AS named CROSS JOIN persons AS p
  LEFT JOIN cost_units AS u
    ON u.workspace_id = ?2 AND u.name = value ->> '$.attached_expense.costunit_name'
  LEFT JOIN cost_unit_categories AS c ON c.workspace_id = ?2 AND c.cost_unit_id = u.id
    AND c.name = value ->> '$.attached_expense.category_name'
  WHERE p.workspace_id = ?2 AND p.list_id IN ('members', 'contacts') AND p.external_id = value ->> 'person_external_id'
  RETURNING id, person_id, person_name`

async function fees({ env, workspace, request }: Asked): Promise<Response> {
  const { data } = await request.json<{ data: { amount: number; description: string }[] }>()
  const ids = idsOf('fee', data.length)
  const claims = data.map((item, at) => ({ ...item, id: ids[at], reference: referenceOf(String(ids[at])) }))
  const [written] = await env.DB.batch([env.DB.prepare(CLAIM).bind(JSON.stringify(claims), workspace)])
  const debtors = new Map(
    rowsOf<{ id: string; person_id: string; person_name: string }>(written).map((row) => [row.id, row]),
  )
  const shown = claims.map(({ id, reference, amount, description }) => {
    const debtor = debtors.get(String(id))
    const { person_name, person_id } = debtor ?? {}
    return { id, reference, amount, description, person_name, person_id }
  })
  return json(`{"data":${JSON.stringify(shown)}}`, 201)
}

async function session({ env, workspace, request }: Asked): Promise<Response> {
  const { email } = await request.json<{ email: string }>()
  const [rows] = await env.DB.batch([
    env.DB.prepare(
      `SELECT id FROM persons WHERE ${MEMBERS} AND area = 'regular' AND lower(email) = lower(?) AND email IS NOT NULL
         AND (leave_date IS NULL OR leave_date >= ?) ORDER BY id`,
    ).bind(workspace, email, today()),
  ])
  const ids = rowsOf<{ id: string }>(rows).map(({ id }) => id)
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const expires = new Date(Date.now() + 43_200_000).toISOString()
  const link = JSON.stringify({ workspace_id: workspace, person_ids: ids, expires_at: expires })
  await env.PORTAL_LINKS.put(await sha256(token), link, { expirationTtl: 43_200 })
  const data = { url: `${env.PUBLIC_URL}/portal/login/${token}`, person_ids: ids }
  return json(JSON.stringify({ data }), 201)
}

async function me({ env, workspace }: Asked): Promise<Response> {
  const [rows] = await env.DB.batch([
    env.DB.prepare(
      `SELECT w.*, k.id AS key_id, k.name AS key_name, k.permissions, k.expires_at FROM workspaces AS w
       JOIN api_keys AS k ON k.workspace_id = w.id WHERE w.id = ?`,
    ).bind(workspace),
  ])
  // biome-ignore lint/suspicious/noExplicitAny: rows of a hand-written query
  const [row] = rowsOf<any>(rows)
  const permissions: string[] = JSON.parse(row.permissions)
  const lists = ['members', 'contacts']
  const data = {
    id: row.id,
    name: row.name,
    locale: row.locale,
    timezone: row.timezone,
    currency: row.currency,
    subscription: { variant: row.subscription_variant, lists },
    lists: lists.map((id) => ({
      id,
      permissions: ['read', 'write'].filter((act) => permissions.includes(`${id}:${act}`)),
    })),
    member_portal: {
      enabled: row.portal_enabled === 1,
      url: `${env.PUBLIC_URL}/portal/${row.id}`,
      functions: JSON.parse(row.portal_functions),
      managed_by: row.portal_managed_by,
    },
    superordinate_workspace: null,
    api_key: { id: row.key_id, name: row.key_name, permissions, expires_at: row.expires_at },
  }
  return json(JSON.stringify({ data }))
}

const FIXED =
  `id external_id name.first_name name.last_name email birthdate phone_numbers address.street address.postcode
  address.city address.country_code bank_account.iban bank_account.bic bank_account.signatory sepa_mandate.reference
  sepa_mandate.signature_date payment_method membership_number join_date leave_date created_at updated_at
  membership_status`.split(/\s+/)

const CHUNK = 2000

function sheet({ env, workspace }: Asked): Response {
  let after: string | undefined
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const [columns, rows] = await env.DB.batch([
        env.DB.prepare(COLUMNS).bind(workspace),
        env.DB.prepare(
          `SELECT id, external_id, first_name, last_name, email, birthdate, phone_numbers, address, bank_account,
             sepa_mandate, payment_method, membership_number, join_date, leave_date, created_at, updated_at, custom_values,
             CASE WHEN leave_date < ? THEN 'former' ELSE 'active' END AS status
           FROM persons WHERE ${MEMBERS} AND area = 'regular' AND id > ? ORDER BY id LIMIT ${CHUNK}`,
        ).bind(today(), workspace, after ?? ''),
      ])
      const keys = rowsOf<Column>(columns)
      // biome-ignore lint/suspicious/noExplicitAny: rows of a hand-written query
      const found = rowsOf<any>(rows)
      const header =
        after === undefined ? `\uFEFF${[...FIXED, ...keys.map(({ key }) => key)].join(';')}\r\n` : ''
      const reads = [...READS, ...keys.map(({ type }) => (type === 'date' ? 'date' : 'text') as Reads)]
      let text = header
      for (const p of found) {
        const [lives, bank, mandate] = [p.address, p.bank_account, p.sepa_mandate].map(
          (of) => JSON.parse(of) ?? {},
        )
        const custom = JSON.parse(p.custom_values)
        const cells = [
          p.id,
          p.external_id,
          p.first_name,
          p.last_name,
          p.email,
          p.birthdate,
          JSON.parse(p.phone_numbers),
          lives.street,
          lives.postcode,
          lives.city,
          lives.country_code,
          bank.iban,
          bank.bic,
          bank.signatory,
          mandate.reference,
          mandate.signature_date,
          p.payment_method,
          p.membership_number,
          p.join_date,
          p.leave_date,
          p.created_at,
          p.updated_at,
          p.status,
          ...keys.map(({ id }) => custom[id]),
        ]
        text += `${cells.map((value, at) => cell(value, reads[at])).join(';')}\r\n`
      }
      controller.enqueue(text)
      after = found.at(-1)?.id
      if (found.length < CHUNK) controller.close()
    },
  })
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
  })
}

// The guards against spreadsheets are not what the benchmark measures, so they are the service's own.
function cell(value: unknown, reads: Reads = 'text'): string {
  const safe = writeCell(value, reads, ';')
  return /[,;"\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Reads = CsvColumn['cellType']

const READS = csvColumns('members', []).map(({ cellType }) => cellType)

const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[]

const answerOne = (row: Row | undefined, columns: Column[], status?: number) =>
  json(`{"data":${row?.head}${tailsFor(columns)(row?.custom_values ?? '{}')}}`, status)

/** The custom values of a person under the keys of the columns, copied as text. */
function tailsFor(columns: Column[]): (stored: string) => string {
  const keys = columns.map(({ id, key }) => [id, `,${JSON.stringify(key)}:`] as const)
  return (stored) => {
    const parts = stored.slice(0, -1).split(/[,{]"(col_[0-9A-Za-z]{24})":/)
    let text = ''
    for (const [id, label] of keys) text += label + (parts[parts.indexOf(id) + 1] || 'null')
    return `${text}}`
  }
}

// An isolate remembers the columns for writes: the limit need not see that they changed.
const remembered = new Map<string, Promise<Column[]>>()

function columnsOf(env: Env, workspace: string): Promise<Column[]> {
  const known = remembered.get(workspace)
  if (known) return known
  const read = env.DB.batch([env.DB.prepare(COLUMNS).bind(workspace)]).then(([rows]) => rowsOf<Column>(rows))
  remembered.set(workspace, read)
  return read
}

const customOf = (body: Body, columns: Column[]): string =>
  JSON.stringify(
    Object.fromEntries(columns.filter(({ key }) => key in body).map(({ id, key }) => [id, body[key]])),
  )

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function idsOf(prefix: string, count: number): string[] {
  let time = ''
  for (let rest = Date.now(); rest > 0; rest = Math.floor(rest / 62)) time = `${BASE62[rest % 62]}${time}`
  const bytes = crypto.getRandomValues(new Uint8Array(16 * count))
  const randoms = Array.from({ length: count }, (_, at) => {
    let text = ''
    for (const byte of bytes.subarray(16 * at, 16 * at + 16)) text += BASE62[byte % 62]
    return text
  }).sort()
  return randoms.map((random) => `${prefix}_${time.padStart(8, '0')}${random}`)
}

const PLACES = new Map([...BASE62].map((digit, at) => [digit, at]))

function referenceOf(id: string): string {
  const six = (from: number) => {
    let value = 0
    for (let at = from; at < from + 6; at++) value = value * 62 + (PLACES.get(String(id[at])) ?? 0)
    return BigInt(value)
  }
  const value = (six(4) * 56_800_235_584n + six(10)) * 56_800_235_584n + six(16)
  const body = value.toString(36).toUpperCase().padStart(21, '0')
  let rest = 0
  for (const character of `${body}RF00`) {
    const digit = Number.parseInt(character, 36)
    rest = (rest * (digit > 9 ? 100 : 10) + digit) % 97
  }
  return `RF${String(98 - rest).padStart(2, '0')}${body}`
}

async function cursor(workspace: string, direction: string, id: string): Promise<string> {
  const scope = JSON.stringify([workspace, 'members', 'regular', null, null, {}])
  return `${direction}-${id}-${(await sha256(`${scope} ${direction} ${id}`)).slice(0, 16)}`
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
}

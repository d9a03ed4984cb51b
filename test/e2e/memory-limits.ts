import assert from 'node:assert/strict'
import { zipSync } from 'fflate'
import { inDays } from '../../src/dev/demo/days.ts'
import { dirtyClub } from '../../src/dev/dirty-club.ts'
import { ibanOf as iban } from '../../src/dev/iban.ts'
import { collectedSql } from '../../src/dev/release.ts'
import { startService } from './support/service.ts'

// A Worker has 128 MB. V8's heap gets this much, which leaves the rest for the bytes of bodies and answers.
const HEAP_MB = 100
const MIB = 1_048_576

process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${HEAP_MB}`
const service = await startService()
try {
  await tryTheLargest()
  assert.doesNotMatch(service.printed(), /crashed unexpectedly|heap out of memory/)
  console.log(`Every limit of src/domain/LIMITS.md fits into ${HEAP_MB} MB of heap.`)
} catch (error) {
  console.error(service.printed().slice(-4000))
  throw error
} finally {
  await service.stop()
}

/** Sends the largest request of each kind, and those that read the most, to a Worker with a limited heap. */
async function tryTheLargest(): Promise<void> {
  await largestColumns(await newKey())
  await largestPersons(await newKey())
  await mostPersons(await newKey())
  await mostFees(await newKey())
  await mostCostUnits(await newKey())
  const creditor = { name: 'Verein', iban: 'DE02120300000000202051', creditor_id: 'DE98ZZZ09999999999' }
  await largestCollection(await newKey({ creditor }))
  await largestStatement(await newKey())
  await largestImport(await newKey())
}

async function largestColumns(key: string): Promise<void> {
  say('200 columns with as many allowed values as a list may have')
  const choices = (n: number) => Array.from({ length: 500 }, (_, index) => `${n}-${index}`.padEnd(250, 'x'))
  for (const list of ['members', 'contacts']) {
    await send(key, 'PUT', `/lists/${list}/custom_columns`, {
      data: [{ name: 'x', type: 'array', allowed_values: choices(0), external_id: 'many' }],
    })
    await send(key, 'PUT', `/lists/${list}/custom_columns`, {
      data: Array.from({ length: 199 }, (_, n) => ({
        name: `${n}`.padEnd(64, 'ü'),
        type: 'string',
        external_id: `c${n}`,
      })),
    })
    await send(key, 'POST', `/lists/${list}/persons`, {
      email: 'a@example.org',
      many: choices(0).slice(0, 100),
    })
    await send(key, 'GET', `/lists/${list}/persons`)
  }
}

/** Persons of about 50 KB each, in characters of three bytes. */
async function largestPersons(key: string): Promise<void> {
  say('persons with as much as a person may have')
  await send(key, 'PUT', '/lists/members/custom_columns', {
    data: [0, 1, 2].map((n) => ({ name: 'x', type: 'string', external_id: `c${n}` })),
  })
  const wide = '語'.repeat(255)
  const person = (n: number) => ({
    external_id: `p${n}`,
    name: { first_name: wide, last_name: wide },
    phone_numbers: Array.from({ length: 20 }, () => ({
      label: wide.slice(0, 64),
      number: wide.slice(0, 64),
    })),
    address: { street: wide, city: wide },
    c0: '語'.repeat(5000),
    c1: '語'.repeat(5000),
    c2: '語'.repeat(870),
  })
  for (let from = 0; from < 600; from += 200)
    await send(key, 'PUT', '/lists/members/persons', {
      data: Array.from({ length: 200 }, (_, n) => person(from + n)),
    })
  say('a page of 500 of them, four at once, and CSV')
  await Promise.all([1, 2, 3, 4].map(() => send(key, 'GET', '/lists/members/persons')))
  await send(key, 'GET', '/lists/members/persons', undefined, { Accept: 'text/csv' })
  say('a synchronization that names 500 of them, and one that names 600')
  const named = (count: number) => ({
    data: Array.from({ length: count }, (_, n) => ({ external_id: `p${n}`, birthdate: '2000-01-01' })),
  })
  await send(key, 'PUT', '/lists/members/persons', named(500))
  await send(key, 'PUT', '/lists/members/persons', named(600), {}, 422)
}

async function mostPersons(key: string): Promise<void> {
  say('10,000 persons in 10 MiB: created, unchanged, changed, with delete_omitted, all wrong')
  const padding = 'x'.repeat(255)
  const people = (extra: object) => ({
    delete_omitted: true,
    data: Array.from({ length: 10_000 }, (_, n) => ({
      external_id: `p${n}`.padEnd(200, 'x'),
      name: { first_name: padding, last_name: padding },
      ...extra,
    })),
  })
  await send(key, 'PUT', '/lists/members/persons', people({}))
  await send(key, 'PUT', '/lists/members/persons', people({}))
  await send(key, 'PUT', '/lists/members/persons', people({ address: { street: 'x'.repeat(150) } }))
  await send(
    key,
    'PUT',
    '/lists/members/persons',
    people({ email: 'x', birthdate: 'x', colour: 'x' }),
    {},
    422,
  )
  say('10,000 persons named by external ids of 255 characters, with more than an answer can hold')
  await send(key, 'PUT', '/lists/contacts/custom_columns', {
    data: [{ name: 'x', type: 'string', external_id: 'text' }],
  })
  const externalId = (n: number) => `${n}-`.padEnd(255, 'x')
  for (let from = 0; from < 10_000; from += 2000)
    await send(key, 'PUT', '/lists/contacts/persons', {
      data: Array.from({ length: 2000 }, (_, n) => ({
        external_id: externalId(from + n),
        text: 'x'.repeat(4300),
      })),
    })
  const contacts = Array.from({ length: 10_000 }, (_, n) => ({
    external_id: externalId(n),
    email: 'a@example.org',
  }))
  await send(key, 'PUT', '/lists/contacts/persons', { data: contacts }, {}, 422)
  say('the same as CSV')
  const csv = await send(key, 'GET', '/lists/members/persons', undefined, { Accept: 'text/csv' })
  assert.ok(csv.length < 10 * MIB)
  await send(key, 'PUT', '/lists/members/persons', csv, { 'Content-Type': 'text/csv' })
  say('10 MiB that are nothing but entries or cells')
  await send(key, 'PUT', '/lists/members/persons', `{"data":[${'0,'.repeat(5 * MIB - 10)}0]}`, {}, 422)
  await send(
    key,
    'PUT',
    '/lists/members/persons',
    `external_id\n${'x\n'.repeat(5 * MIB - 10)}`,
    { 'Content-Type': 'text/csv' },
    422,
  )
}

async function mostFees(key: string): Promise<void> {
  say('10,000 fees in 10 MiB under an Idempotency-Key, twice, and a page of them')
  await send(key, 'POST', '/lists/members/persons', {
    external_id: 'ada',
    name: { last_name: '語'.repeat(255) },
  })
  const data = Array.from({ length: 10_000 }, () => ({
    amount: 1,
    description: '語'.repeat(310),
    person_external_id: 'ada',
  }))
  const headers = { 'Idempotency-Key': 'once' }
  await send(key, 'POST', '/fees', { data }, headers)
  await send(key, 'POST', '/fees', { data }, headers)
  await send(key, 'GET', '/fees')
}

async function mostCostUnits(key: string): Promise<void> {
  say('5,000 categories')
  for (let unit = 0; unit < 10; unit++)
    await send(key, 'POST', '/cost_units', {
      name: `${unit}`,
      categories: Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(255, '語')),
    })
  await send(key, 'GET', '/cost_units')
}

/** Debits with the longest names and texts, all of which differ, so that the file is as large as can be. */
async function largestCollection(key: string): Promise<void> {
  say('10,000 debits: checked, released under an Idempotency-Key, twice, read, downloaded, settled')
  const feeIds: string[] = []
  const wide = (n: number, length: number) => `${n}`.padEnd(length, '語')
  for (let from = 0; from < 10_000; from += 1000) {
    const numbers = Array.from({ length: 1000 }, (_, index) => from + index)
    await send(key, 'PUT', '/lists/members/persons', {
      data: numbers.map((n) => ({
        external_id: `p${n}`,
        name: { last_name: wide(n, 255) },
        bank_account: { iban: iban(n), signatory: randomText(255) },
        sepa_mandate: { reference: `M-${n}-`.padEnd(35, '0'), signature_date: inDays(-1) },
      })),
    })
    const fees = numbers.map((n) => ({
      person_external_id: `p${n}`,
      amount: 1,
      description: randomText(150) + wide(n, 350),
      attached_expense: { sphere: 'ideal' },
    }))
    const claimed = await send(key, 'POST', '/fees', { data: fees })
    feeIds.push(...JSON.parse(claimed).data.map(({ id }: { id: string }) => id))
  }
  const body = { fee_ids: feeIds, collection_date: collectionDate() }
  const headers = { 'Idempotency-Key': 'once' }
  await send(key, 'POST', '/collections?dry_run=true', body)
  const released = JSON.parse(await send(key, 'POST', '/collections', body, headers)).data
  await send(key, 'POST', '/collections', body, headers)
  const path = `/collections/${released.id}`
  await send(key, 'GET', path)
  const file = await send(key, 'GET', `${path}/file`)
  assert.equal(file.match(/<DrctDbtTxInf>/g)?.length, 10_000)
  await send(key, 'POST', `${path}/submission`)
  await service.sql(collectedSql([released.id], inDays(-1)))
  await send(key, 'POST', `${path}/settlement`, { settled_on: inDays(0) })
}

/** As many lines as an import takes, all different, in as many bytes as a ZIP may unpack to. */
async function largestStatement(key: string): Promise<void> {
  const count = 15_000
  say(`a statement of ${count} lines, twice, and its undo`)
  const account = JSON.parse(
    await send(key, 'POST', '/accounts', {
      kind: 'bank',
      name: 'Giro',
      iban: 'DE89370400440532013000',
      opening_on: '2026-01-01',
      opening_amount: 0,
    }),
  ).data
  const entry = (n: number) =>
    `<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${n}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${`${n} `.padEnd(210, '語')}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const entries = Array.from({ length: count }, (_, n) => entry(n)).join('')
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
  const zip = zipSync({ 'statement.xml': new TextEncoder().encode(xml) })
  const path = `/accounts/${account.id}/statements`
  const type = { 'Content-Type': 'application/zip' }
  const { statements } = JSON.parse(await send(key, 'POST', path, zip, type)).data
  await send(key, 'POST', path, zip, type)
  await send(key, 'DELETE', `/statements/${statements[0].id}`)
}

/** The dirty file of a club, with as many columns more, each of which becomes a custom column. */
async function largestImport(key: string): Promise<void> {
  say(
    'a workbook and a CSV of 10,000 rows and 60 columns: uploaded, read, changed, run, uploaded again, undone',
  )
  const [header = [], ...rows] = dirtyClub(1, 10_000)
    .csv.split('\r\n')
    .slice(2)
    .map((line) => line.split(';'))
  const more = (text: (column: number) => string) => Array.from({ length: 42 }, (_, column) => text(column))
  const lines = [
    [...header, ...more((column) => `Feld ${column + 1}`)],
    // A workbook of more different texts unpacks to more than is taken.
    ...rows
      .slice(0, 10_000)
      .map((cells) => [...cells, ...more((column) => `t${column}.${Number(cells[0]) % 500}`)]),
  ]
  const upload = async (file: Uint8Array<ArrayBuffer>) => {
    const type = { 'Content-Type': 'application/octet-stream' }
    return JSON.parse(await send(key, 'POST', '/lists/members/imports', file, type)).data
  }
  assert.equal((await upload(workbookOf(lines))).rows, 10_000)
  const data = await upload(csvOf(lines))
  assert.equal(data.rows, 10_000)
  assert.ok(data.columns.length >= 60)
  const path = `/imports/${data.id}`
  await Promise.all([
    send(key, 'GET', path),
    send(key, 'GET', `${path}/rows`, undefined, { Accept: 'text/csv' }),
  ])
  const mapping = Object.fromEntries(
    more((column) => `${column + 18}`).map((column) => [column, 'new:string']),
  )
  const { mark, counts } = JSON.parse(await send(key, 'PATCH', path, { mapping })).data
  const ran = JSON.parse(await send(key, 'POST', `${path}/run`, { mark })).data
  assert.equal(ran.counts.created, counts.created)
  // All of them would be refused: they hold more than is read at once.
  const again = await upload(csvOf(lines.slice(0, 4_000)))
  assert.deepEqual([again.counts.created, again.counts.updated], [0, 0])
  const undone = JSON.parse(await send(key, 'POST', `${path}/undo`)).data
  assert.equal(undone.deleted, counts.created)
}

function csvOf(lines: string[][]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(lines.map((cells) => cells.join(';')).join('\n'))
}

/** A workbook whose cells name texts of the workbook, as Excel writes them. */
function workbookOf(lines: string[][]): Uint8Array<ArrayBuffer> {
  const texts = new Map<string, number>()
  const place = (cell: string) => texts.get(cell) ?? texts.set(cell, texts.size).size - 1
  const letters = (column: number) =>
    `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${String.fromCharCode(65 + (column % 26))}`
  const sheet = lines.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells
        .map((cell, column) => cell && `<c r="${letters(column)}${row + 1}" t="s"><v>${place(cell)}</v></c>`)
        .join('')}</row>`,
  )
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Liste" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  const utf8 = new TextEncoder()
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, utf8.encode(text)])))
}

/** A text that does not compress. */
function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Buffer.from(bytes).toString('base64').slice(0, length)
}

/** A day in three weeks or so on which banks collect. */
function collectionDate(): string {
  const isOpen = (date: string) =>
    ![0, 6].includes(new Date(date).getUTCDay()) && !/-(01-01|05-01|12-2[456]|0[34]-..)$/.test(date)
  const days = Array.from({ length: 90 }, (_, index) => inDays(21 + index))
  return String(days.find(isOpen))
}

async function newKey(settings: object = {}): Promise<string> {
  const { id } = await service.operator('POST', '/workspaces', { name: 'Largest', ...settings })
  return (await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'test' })).token
}

async function send(
  key: string,
  method: string,
  path: string,
  body?: object | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  expected?: number,
): Promise<string> {
  const text = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body
  const response = await fetch(`${service.origin}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: text ?? null,
  })
  const answer = await response.text()
  const isExpected = expected === undefined ? response.ok : response.status === expected
  assert.ok(isExpected, `${method} ${path}: ${response.status} ${answer.slice(0, 500)}`)
  return answer
}

function say(what: string): void {
  console.log(`› ${what}`)
}

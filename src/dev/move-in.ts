import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { readDirectDebits } from './direct-debit-file.ts'
import { type DirtyClub, differencesFrom, dirtyClub, type TruePerson } from './dirty-club.ts'
import { freePort } from './fill.ts'
import { copyVars, executeSql, migrationsSql, step, VARS } from './local-state.ts'
import { onBankDay, release, type Send } from './release.ts'
import { serve } from './server.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })

const SIZE = 1240
const FEE = 4800
const THIS_YEAR = new Date().getUTCFullYear()
/** When the old program collected for the last time. */
const LAST_USED = `${THIS_YEAR - 1}-11-15`
const CREDITOR = { name: 'TSV Altbestand', iban: 'DE02120300000000202051', creditor_id: 'DE98ZZZ09999999999' }
const MAX_QUESTIONS = 10

type Person = { id: string; membership_number: string } & Record<string, unknown>
type Sample = { cell: string; becomes: string | null }
type Question = { key: string; count: number; answer: string; samples: [Sample, ...Sample[]] }
type Draft = {
  id: string
  mark: string
  rows: number
  columns: { header: string; target: string }[]
  questions: Question[]
  counts: Record<string, number>
}
type Check = { item_count: number; problems: { fee_id: string | null; code: string }[] }

/** Sends a request, with JSON or with CSV in the body, and returns the answer as text. */
type Request = (method: string, path: string, body?: object | string, accept?: string) => Promise<string>

const start = performance.now()
const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
const folder = mkdtempSync(join(tmpdir(), 'membership-move-in-'))
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
try {
  await moveIn()
  say('The club has moved in')
} catch (error) {
  console.error(error instanceof assert.AssertionError ? error.message : error)
  process.exitCode = 1
} finally {
  ending.abort()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Takes a club from the file of its old program to its first file for the bank, on a service that knows nothing yet. */
async function moveIn(): Promise<void> {
  const api = await freshWorkspace()
  const send: Send = async (...request) => JSON.parse(await api(...request)).data
  const club = dirtyClub(Number(values.seed), SIZE, THIS_YEAR)
  const draft = await upload(api, club)
  await run(api, await answer(send, draft))
  const members = await compare(api, send, club)
  const feeIds = await charge(send, members)
  await collect(api, send, await payersOf(send, club, feeIds), feeIds)
}

async function freshWorkspace(): Promise<Request> {
  say('Start a service on an empty database')
  copyVars()
  await executeSql(ending.signal, folder, migrationsSql())
  const port = await freePort()
  const { origin } = await serve(ending.signal, { port, folder, publicUrl: `http://localhost:${port}` })
  say('Make a workspace with the account and the creditor identifier of the club')
  const { OPERATOR_TOKEN = '' } = parseEnv(readFileSync(VARS, 'utf8'))
  const operator = requestsTo(origin, OPERATOR_TOKEN)
  const made = await operator('POST', '/operator/workspaces', { name: CREDITOR.name, creditor: CREDITOR })
  const keys = `/operator/workspaces/${JSON.parse(made).data.id}/api_keys`
  return requestsTo(origin, JSON.parse(await operator('POST', keys, { name: 'Move in' })).data.token)
}

async function upload(api: Request, { csv, truth, doubles }: DirtyClub): Promise<Draft> {
  say(`Upload the old file of club ${values.seed}: ${truth.length} members, ${doubles} of them twice`)
  const draft: Draft = JSON.parse(await api('POST', '/lists/members/imports?file_name=members.csv', csv)).data
  const fields = draft.columns.filter(({ target }) => target.startsWith('new:')).map(({ header }) => header)
  tell(`${draft.rows} rows, ${draft.columns.length} columns; new fields: ${fields.join(', ')}`)
  return draft
}

async function answer(send: Send, { id }: Draft): Promise<Draft> {
  const draft = await send<Draft>('PATCH', `/imports/${id}`, { answers: { last_used_on: LAST_USED } })
  say(`Answer ${draft.questions.length} questions`)
  assert.ok(draft.questions.length <= MAX_QUESTIONS, `There are more than ${MAX_QUESTIONS} questions.`)
  for (const { key, count, answer: given, samples } of draft.questions)
    tell(`${key}, ${count} times: ${samples[0].cell} → ${samples[0].becomes ?? 'nothing'} (${given})`)
  return draft
}

async function run(api: Request, { id, mark, counts }: Draft): Promise<void> {
  const missing = await api('GET', `/imports/${id}/rows`, undefined, 'text/csv')
  say(`Import ${counts.created} members without ${counts.gaps} texts that cannot be read:`)
  const codes = Map.groupBy(missing.match(/\b[a-z]+(?:_[a-z]+)+(?=[,;"\r\n])/g) ?? [], (code) => code)
  tell([...codes].map(([code, all]) => `${all.length} ${code}`).join(', '))
  await api('POST', `/imports/${id}/run`, { mark })
  assert.equal(counts.created, SIZE)
}

/** Compares the members with the truth, and returns them. */
async function compare(api: Request, send: Send, club: DirtyClub): Promise<Person[]> {
  say('Compare the members with the truth')
  const members: Person[] = []
  for (let next: string | null = ''; next !== null; ) {
    const path = `/lists/members/persons?per_page=500${next && `&cursor=${next}`}`
    const page: { data: Person[]; meta: { next_cursor: string | null } } = JSON.parse(await api('GET', path))
    members.push(...page.data)
    next = page.meta.next_cursor
  }
  const columns = await send<{ id: string; name: string }[]>('GET', '/lists/members/custom_columns')
  const keyOf = (name: string) => columns.find((column) => column.name === name)?.id ?? ''
  const keys = { group: keyOf('Beitragsart'), sections: keyOf('Sparte') }
  assert.deepEqual(differencesFrom(club, members, keys), [])
  tell(`All fields of ${members.length} members are true, but for ${club.lost.size} that the file has lost`)
  return members
}

/** Charges each member, and returns the ids of the fees by the numbers of the members. */
async function charge(send: Send, members: Person[]): Promise<Map<string, string>> {
  say(`Charge each member ${FEE / 100} €`)
  const data = members.map(({ id }) => ({ amount: FEE, description: `Beitrag ${THIS_YEAR}`, person_id: id }))
  const fees = await send<{ id: string }[]>('POST', '/fees', { data })
  assert.equal(fees.length, SIZE)
  return new Map(members.map(({ membership_number }, at) => [membership_number, fees[at]?.id ?? '']))
}

/** The members whose fees the bank can collect. Checks that these are all but those of whom the file has lost something. */
async function payersOf(send: Send, { truth, lost }: DirtyClub, feeIds: Map<string, string>) {
  const payers = truth.filter(({ payment }) => payment === 'direct_debit')
  say(`Check the direct debits of ${payers.length} members`)
  const fee_ids = payers.map(({ number }) => feeIds.get(number) ?? '')
  const check = await onBankDay((collection_date) =>
    send<Check>('POST', '/collections?dry_run=true', { fee_ids, collection_date }),
  )
  const found = payers.map(({ number }) => {
    const codes = check.problems.filter(({ fee_id }) => fee_id === feeIds.get(number)).map(({ code }) => code)
    return [number, codes.toSorted()]
  })
  const expected = payers.map(({ number, reference }) => [
    number,
    [
      ...(/[ _]/.test(reference ?? '') ? ['mandate_reference_invalid'] : []),
      ...(lost.has(`${number} signed`) ? ['mandate_unsigned'] : []),
      ...(lost.has(`${number} iban`) ? ['no_iban'] : []),
    ],
  ])
  assert.deepEqual(found, expected)
  const refused = new Set(check.problems.map(({ fee_id }) => fee_id))
  const codes = Map.groupBy(check.problems, ({ code }) => code)
  tell([...codes].map(([code, all]) => `${all.length} ${code}`).join(', '))
  return payers.filter(({ number }) => !refused.has(feeIds.get(number) ?? ''))
}

/** Releases the fees, and checks the file for the bank, debit by debit, by the truth. */
async function collect(
  api: Request,
  send: Send,
  payers: TruePerson[],
  feeIds: Map<string, string>,
): Promise<void> {
  say(`Release ${payers.length} direct debits, and read the file for the bank`)
  const fee_ids = payers.map(({ number }) => feeIds.get(number) ?? '')
  const { id } = await release(send, fee_ids)
  const { head, debits } = readDirectDebits(await api('GET', `/collections/${id}/file`))
  assert.equal(head['GrpHdr/NbOfTxs'], String(payers.length))
  assert.equal(head['GrpHdr/CtrlSum'], ((payers.length * FEE) / 100).toFixed(2))
  const facts = debits.map((debit) => [
    debit['DbtrAcct/Id/IBAN'],
    debit['DrctDbtTx/MndtRltdInf/MndtId'],
    debit['DrctDbtTx/MndtRltdInf/DtOfSgntr'],
    debit.InstdAmt,
  ])
  const truth = payers.map(({ iban, reference, signed }) => [iban, reference, signed, (FEE / 100).toFixed(2)])
  assert.deepEqual(facts.toSorted(), truth.toSorted())
  tell(`Each debit has the account, the reference and the day of the signature of its member`)
}

function requestsTo(origin: string, key: string): Request {
  return async (method, path, body, accept = '*/*') => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': type, Accept: accept },
      body: typeof body === 'string' ? body : body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`)
    return text
  }
}

function say(what: string): void {
  step(`${seconds().padStart(4)} s  ${what}`)
}

function tell(what: string): void {
  console.log(`          ${what}`)
}

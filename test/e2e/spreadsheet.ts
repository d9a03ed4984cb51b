import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { differencesFrom, dirtyClub } from '../../src/dev/dirty-club.ts'
import { freePort } from './support/processes.ts'

type Person = Record<string, unknown>
type Service = { origin: string; operator: string }

/** A spreadsheet of a country: LibreOffice's language number, and the delimiter of its CSV by character code. */
type Spreadsheet = { locale: string; language: number; delimiter: number }
const GERMAN: Spreadsheet = { locale: 'de-DE', language: 1031, delimiter: 59 }
const SPREADSHEETS: Spreadsheet[] = [{ locale: 'en-US', language: 1033, delimiter: 44 }, GERMAN]

const COLUMNS = {
  text: 'string',
  date: 'date',
  flag: 'boolean',
  list: 'array',
  whole: 'integer',
  number: 'number',
}

const NUMBERS = [
  '007',
  '01099',
  '0.125',
  '1,5',
  '1e21',
  '1E5',
  '4005500000000123456',
  '.5',
  ' 5',
  '5 ',
  '5-',
  '٣',
]
const AMOUNTS = ['5 %', '5%', '€5', '5 €', '$5', '(5)', '1.000', '1,000', "1'000", '1 1/2', '½']
const DATES = [
  '1-2',
  '3/4',
  '1.2.',
  '2024-12-31',
  '31.12.2024',
  '12/31/2024',
  '12:30',
  '1:30 PM',
  '1. Mai 2024',
]
const MONTHS = [
  'Mai 24',
  'May-24',
  'Jan 5',
  'März 2020',
  'Sept. 5',
  'Monday, May 5, 2024',
  'AUGUST 4',
  'Dezember 1',
]
const FORMULAS = ['=1+1', '+49 30', '-1', '@A1', ' =1+1', '＝1+1', '＋1', '－1', '＠A1', '#REF!']
const WORDS = [
  'TRUE',
  'true',
  'FALSE',
  'wahr',
  'Falsch',
  'Halle 5',
  'Marktstraße 12',
  "'",
  "''",
  "'s-Hof",
  "'007",
  '"007"',
]
const SPACES = [
  ' both ',
  'a\nb',
  '\na\n',
  'a\r\nb',
  'a\tb',
  '\t5',
  'a\u00a0b',
  'say "hi"',
  'a;b,c',
  'Ümläut 😀',
  '',
]
const TEXTS = [NUMBERS, AMOUNTS, DATES, MONTHS, FORMULAS, WORDS, SPACES].flat()

const VALUES: Record<string, unknown[]> = {
  text: TEXTS,
  date: ['0050-01-01', '1582-10-10', '1899-12-31', '2024-02-29', '9999-12-31'],
  flag: [true, false],
  list: [['007', 'true'], ['5'], ['=1', 'a;b'], []],
  whole: [0, -5, 1234, 1_234_567_890, 12_345_678_901, Number.MAX_SAFE_INTEGER],
  number: [
    0.125,
    -1.5,
    1.234,
    1e21,
    1.5e-7,
    0.000_001_23,
    1.23e-300,
    1e308,
    0.1 + 0.2,
    4.0055e18,
    99_999.999,
  ],
}

const groups: number[] = []
let printed = ''
await requireLibreOffice()
const folder = mkdtempSync(join(tmpdir(), 'membership-spreadsheet-'))
try {
  await Promise.race([check(), interruption()])
  say('All is well')
} catch (error) {
  console.error(printed, error)
  process.exitCode = 1
} finally {
  for (const group of groups) end(group)
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit()
}

/**
 * Downloads members as CSV, saves the file with a spreadsheet, and uploads it: nothing may change. Then imports the old file of a
 * club that a spreadsheet saved as XLSX: it makes the members that the CSV makes.
 */
async function check(): Promise<void> {
  const service = await start()
  await Promise.all(SPREADSHEETS.map((spreadsheet) => roundTrip(service, spreadsheet)))
  await importWorkbook(service)
}

async function importWorkbook(service: Service): Promise<void> {
  const club = dirtyClub(1, 400)
  const file = join(folder, 'club.csv')
  writeFileSync(file, club.csv)
  say('Save the file of a club as XLSX with LibreOffice')
  // Numbers, dates and years are recognized, but for the numbers of members, which begin with a zero.
  const workbook = join(folder, 'saved-de-DE', 'club.xlsx')
  await libreOffice(GERMAN, '--infilter=CSV:59,34,76,1,1/2,1031,false,true', '--convert-to', 'xlsx', file)

  say('Import the XLSX and the CSV')
  for (const body of [readFileSync(workbook), club.csv]) {
    const send = senderTo(service, await keyOf(service, 'de-DE'))
    const read = async (...request: Parameters<typeof send>) => JSON.parse(await send(...request)).data
    // The media type does not matter: the content tells the format.
    const { id } = await read('POST', '/lists/members/imports', body, { 'Content-Type': 'text/csv' })
    const answers = { last_used_on: '2025-11-15' }
    const { mark, questions } = await read('PATCH', `/imports/${id}`, JSON.stringify({ answers }))
    assert.ok(questions.length <= 10)
    await send('POST', `/imports/${id}/run`, JSON.stringify({ mark }))
    const columns: { id: string; name: string }[] = await read('GET', '/lists/members/custom_columns')
    const keyOfColumn = (name: string) => columns.find((column) => column.name === name)?.id ?? ''
    const keys = { group: keyOfColumn('Beitragsart'), sections: keyOfColumn('Sparte') }
    const members = await read('GET', '/lists/members/persons?per_page=500')
    assert.deepEqual(differencesFrom(club, members, keys), [])
  }
}

async function roundTrip(service: Service, spreadsheet: Spreadsheet): Promise<void> {
  const { locale } = spreadsheet
  const send = senderTo(service, await keyOf(service, locale))
  const data = Object.entries(COLUMNS).map(([name, type]) => ({ name, type, external_id: name }))
  await send('PUT', '/lists/members/custom_columns', JSON.stringify({ data }))
  await send('PUT', '/lists/members/persons', JSON.stringify({ data: persons() }))
  const before = await send('GET', '/lists/members/persons')

  say(`Save the members with LibreOffice (${locale})`)
  const file = join(folder, `${locale}.csv`)
  writeFileSync(file, await send('GET', '/lists/members/persons', undefined, { Accept: 'text/csv' }))
  const saved = readFileSync(await save(file, spreadsheet), 'utf8')
  assert.notEqual(saved, readFileSync(file, 'utf8'), 'LibreOffice did not write the file itself')

  say(`Upload them (${locale})`)
  const answer = await send('PUT', '/lists/members/persons?delete_omitted=true', saved, {
    'Content-Type': 'text/csv',
  })
  assert.deepEqual(differences(JSON.parse(before).data, JSON.parse(answer).data), [])
  const unchanged = persons().length
  assert.deepEqual(JSON.parse(answer).meta, { created: 0, updated: 0, unchanged, deleted: 0 })
  assert.equal(await send('GET', '/lists/members/persons'), before)
}

/** One member per text, with that text in every field that accepts it, and other values in turn. */
function persons(): Person[] {
  return TEXTS.map((text, index) => {
    const line = /[\t\r\n]/.test(text) || text === '' ? null : text
    const custom = Object.entries(VALUES).map(([key, values]) => [key, values[index % values.length]])
    const number = String(index).padStart(4, '0')
    return {
      external_id: number,
      name: { first_name: line, last_name: 'X' },
      birthdate: '1985-12-10',
      phone_numbers: [{ label: null, number: line ?? '+49 30 1815' }],
      address: { street: line, postcode: line?.slice(0, 32), city: line, country_code: 'DE' },
      sepa_mandate: { reference: `${line?.slice(0, 30) ?? ''}${number}`, signature_date: '2024-02-29' },
      membership_number: line,
      ...Object.fromEntries(custom),
    }
  })
}

function differences(before: Person[], after: Person[]): unknown[] {
  return before.flatMap((person, index) =>
    Object.entries(person)
      .map(([key, value]) => ({ key, before: value, after: after[index]?.[key] }))
      .filter(
        (difference) =>
          difference.key !== 'updated_at' &&
          JSON.stringify(difference.before) !== JSON.stringify(difference.after),
      ),
  )
}

/** Opens CSV as a spreadsheet of the country does, with number recognition, and saves it as CSV. */
async function save(file: string, spreadsheet: Spreadsheet): Promise<string> {
  const { locale, language, delimiter } = spreadsheet
  const convert = (...args: string[]) => libreOffice(spreadsheet, ...args)
  const csv = `${delimiter},34,76,1,,`
  await convert(`--infilter=CSV:${csv}${language},false,true`, '--convert-to', 'ods', file)
  const sheet = join(folder, `saved-${locale}`, `${locale}.ods`)
  await convert('--convert-to', `csv:Text - txt - csv (StarCalc):${csv}0,false,true,false`, sheet)
  return join(folder, `saved-${locale}`, `${locale}.csv`)
}

/** Runs LibreOffice of a country, which writes to `saved-LOCALE`. */
async function libreOffice({ locale }: Spreadsheet, ...args: string[]): Promise<void> {
  const profile = join(folder, `profile-${locale}`)
  mkdirSync(join(profile, 'user'), { recursive: true })
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), settings(locale))
  const out = join(folder, `saved-${locale}`)
  await run(
    'soffice',
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    '--headless',
    ...args,
    '--outdir',
    out,
  )
}

function settings(locale: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N">
    <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop>
  </item>
</oor:items>`
}

async function requireLibreOffice(): Promise<void> {
  try {
    await run('soffice', '--version')
  } catch {
    console.error('This check needs soffice: install LibreOffice Calc (Debian: libreoffice-calc-nogui).')
    process.exit(1)
  }
}

/** Runs a program to its end in its own process group. */
async function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  watch(child)
  const [code] = await once(child, 'close')
  assert.equal(code, 0, `${program} ended with ${code}`)
}

/** Runs `npm start` on an empty state folder, and waits until it is ready. */
async function start(): Promise<Service> {
  say('npm start, on an empty state folder')
  const args = ['start', '--', '--port', `${await freePort()}`, '--persist-to', join(folder, 'state')]
  const npm = spawn('npm', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  watch(npm)
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', () => printed.includes('curl ') && resolve())
    npm.once('close', () => reject(new Error('npm start ended')))
  })
  const told = (label: string) =>
    new RegExp(`${label} +(\\S+)`).exec(printed)?.[1] ?? assert.fail(`no ${label}`)
  return { origin: told('API'), operator: told('Operator token') }
}

function watch(child: ChildProcess): void {
  if (child.pid !== undefined) groups.push(child.pid)
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
}

/** Creates a workspace and returns a key of it. */
async function keyOf(service: Service, locale: string): Promise<string> {
  const send = senderTo(service, service.operator)
  const { data } = JSON.parse(
    await send('POST', '/operator/workspaces', JSON.stringify({ name: locale, locale })),
  )
  const keys = `/operator/workspaces/${data.id}/api_keys`
  return JSON.parse(await send('POST', keys, '{"name":"Spreadsheet"}')).data.token
}

function senderTo({ origin }: Service, key: string) {
  return async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: body ?? null,
    })
    // Unlike text(), this keeps the byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return text
  }
}

function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('This took more than three minutes.')), 180_000)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error('Interrupted.')))
  })
}

/** Ends the rest of a process group that this check started. */
function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function say(what: string): void {
  console.log(`› ${what}`)
}

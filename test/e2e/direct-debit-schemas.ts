import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ibanOf as iban } from '../../src/dev/iban.ts'
import { startService } from './support/service.ts'

// The schemas of ISO 20022 and of the German banks may not be copied into the project: the folder is an argument.
const [folder] = process.argv.slice(2)
assert.ok(folder, 'Name a folder of schemas: npm run schemas -- FOLDER')
const schemas = readdirSync(folder).filter((name) => /^pain\.008\.001\.08.*\.xsd$/.test(name))
assert.ok(schemas.length > 0, `${folder} has no pain.008.001.08*.xsd.`)
assert.ok(!spawnSync('xmllint', ['--version']).error, 'xmllint is missing; Debian has it in libxml2-utils.')

const DEBITS = 10_000
const PER_REQUEST = 1000
const CREDITOR = { name: 'Wanderverein Öß', iban: iban(1815), creditor_id: 'DE98ZZZ09999999999' }

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Cf}]/u.test(character),
)
const EACH = Math.ceil(CHARACTERS.length / DEBITS)

const scratch = mkdtempSync(join(tmpdir(), 'membership-schemas-'))
const service = await startService()
try {
  await validateFiles()
} finally {
  await service.stop()
  rmSync(scratch, { recursive: true, force: true })
}

/** Releases a debit of each person, then debits of new accounts, and validates both files. */
async function validateFiles(): Promise<void> {
  const { id } = await service.operator('POST', '/workspaces', { name: 'Schemas', creditor: CREDITOR })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'test' })
  const feeIds: string[] = []
  for (let from = 0; from < DEBITS; from += PER_REQUEST)
    feeIds.push(...(await claimFrom(token, from, PER_REQUEST)))
  const collection = await validate(token, feeIds)
  await service.api(token, 'POST', `/collections/${collection}/submission`)
  await validate(token, await claimFrom(token, 0, 100, DEBITS))
}

/** Claims fees from persons, whose names and accounts are set, and gives the ids of the fees. */
async function claimFrom(token: string, from: number, count: number, accountsFrom = 0): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  await service.api(token, 'PUT', '/lists/members/persons', {
    data: numbers.map((n) => ({
      external_id: `p${n}`,
      name: { last_name: textOf(n) },
      bank_account: { iban: iban(accountsFrom + n), signatory: textOf(n) },
      sepa_mandate: { reference: `M-${n}`, signature_date: '2026-01-31' },
    })),
  })
  const fees = numbers.map((n) => ({ person_external_id: `p${n}`, amount: n + 1, description: textOf(n) }))
  const claimed: { id: string }[] = await service.api(token, 'POST', '/fees', { data: fees })
  return claimed.map(({ id }) => id)
}

/** Releases fees, validates the file by each schema, and gives the id of the collection. */
async function validate(token: string, feeIds: string[]): Promise<string> {
  const released = { fee_ids: feeIds, collection_date: collectionDate() }
  const { id } = await service.api(token, 'POST', '/collections', released)
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${service.origin}/collections/${id}/file`, { headers })
  const xml = await response.text()
  assert.equal(xml.split('<DrctDbtTxInf>').length - 1, feeIds.length)
  const file = join(scratch, `${id}.xml`)
  writeFileSync(file, xml)
  for (const schema of schemas) {
    const { status, stderr } = spawnSync('xmllint', [
      '--noout',
      '--schema',
      join(String(folder), schema),
      file,
    ])
    assert.equal(status, 0, `${schema}: ${String(stderr).slice(0, 2000)}`)
    const amended = xml.split('SMNDA').length - 1
    console.log(`${schema}: ${feeIds.length} debits are valid, ${amended} of them with a new account.`)
  }
  return id
}

/** Some of the characters that a name may have: the texts of all debits together have every one of them. */
function textOf(n: number): string {
  return `${CHARACTERS.slice(n * EACH, (n + 1) * EACH).join('')}x`
}

/** A Wednesday in a few weeks that is no holiday of the banks. */
function collectionDate(): string {
  const date = new Date(Date.now() + 21 * 86_400_000)
  const text = () => date.toISOString().slice(0, 10)
  while (date.getUTCDay() !== 3 || /-(?:12-2[56]|01-01|05-01)$/.test(text()))
    date.setUTCDate(date.getUTCDate() + 1)
  return text()
}

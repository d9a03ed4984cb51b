import { expect } from 'vitest'
import { newId } from '../../src/domain/shared/ids'
import type { Answer, Options } from './call'
import { type CamtEntry, type CamtFile, type CamtStatement, camt } from './camt'
import { rows, type Workspace } from './workspace'

export const OWN_IBAN = 'DE89370400440532013000'

/** Opens a bank account with an IBAN, and gives its id. */
export async function addAccount(club: Workspace, fields: Record<string, unknown> = {}): Promise<string> {
  const account = {
    workspace_id: club.id,
    id: newId('acc', new Date()),
    kind: 'bank',
    name: 'Giro',
    iban: OWN_IBAN,
    opening_on: '2025-01-01',
    opening_amount: 0,
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-01T00:00:00.000Z',
    ...fields,
  }
  const columns = Object.keys(account)
  const places = columns.map(() => '?').join()
  await rows(`INSERT INTO accounts (${columns}) VALUES (${places})`, ...Object.values(account))
  return String(account.id)
}

/** Sends a file of statements. */
export const upload = (
  club: Workspace,
  accountId: string,
  file: Uint8Array,
  { headers = {}, ...options }: Options = {},
): Promise<Answer> =>
  club.post(`/accounts/${accountId}/statements`, undefined, {
    raw: file as BodyInit,
    headers: { 'Content-Type': file[0] === 0x50 ? 'application/zip' : 'application/xml', ...headers },
    ...options,
  })

/** A statement of an account with some entries. */
export const statementOf = (entries: CamtEntry[], rest: Partial<CamtStatement> = {}): CamtStatement => ({
  iban: OWN_IBAN,
  entries,
  ...rest,
})

/** Imports entries on an account and gives what was imported. */
export async function importEntries(
  club: Workspace,
  accountId: string,
  entries: CamtEntry[],
  file: Partial<CamtFile> = {},
) {
  const { status, body, text } = await upload(
    club,
    accountId,
    camt({ statements: [statementOf(entries)], ...file }),
  )
  expect(status, text).toBe(201)
  return body.data
}

/** An entry that someone pays, with a text. */
export const credit = (
  amount: number,
  text: string,
  { name = 'Ada Lovelace', iban, date = '2026-02-03' }: { name?: string; iban?: string; date?: string } = {},
): CamtEntry => ({
  amount,
  date,
  details: [{ debtor: { name, ...(iban && { iban }) }, text: [text] }],
})

/** The open lines with what they may be. */
export async function inbox(club: Workspace) {
  const { status, body, text } = await club.get('/bank_lines?state=open')
  expect(status, text).toBe(200)
  return body.data
}

/** All rows of a table of the workspace. */
export const stored = (club: Workspace, table: string) =>
  rows(`SELECT * FROM ${table} WHERE workspace_id = ?`, club.id)

import { credit, statementOf, upload } from '../bank'
import { type CamtEntry, camt } from '../camt'
import { COLLECTED_ON } from '../direct-debits'
import { answered, DAY, type World } from './world'

/** Imports entries, and gives the ids of their lines. */
export async function linesOf({ club, bank }: World, ...entries: CamtEntry[]): Promise<string[]> {
  await answered(upload(club, bank, camt({ statements: [statementOf(entries)] })))
  const lines = await answered(club.get('/bank_lines?state=open'))
  return lines.map(({ id }: { id: string }) => id)
}

/** The credit of a collection. */
export const creditEntry = (amount: number) => credit(amount, 'Lastschriften', { date: COLLECTED_ON })
/** The return of a debit. */
export const returnEntry = (reference: string | undefined): CamtEntry => ({
  amount: -4800,
  date: '2026-03-19',
  code: 'NRTI+109+931',
  details: [
    { endToEnd: String(reference), debtor: { name: 'Ada' }, returned: { code: 'AC04' }, original: 4500 },
  ],
})
/** Money that went out. */
export const spent: CamtEntry = { amount: -8000, date: DAY, details: [{ creditor: { name: 'Stadtwerke' } }] }
export const confirmation = (line: string | undefined) => `/bank_lines/${line}/confirmation`

/** Confirms a line of an entry, and gives the path of its confirmation. */
export async function confirmed(world: World, entry: CamtEntry, body: object): Promise<string> {
  const [line] = await linesOf(world, entry)
  await answered(world.club.post(confirmation(line), body))
  return confirmation(line)
}

export const referenceOf = async ({ club }: World, fee: string | undefined): Promise<string> =>
  (await answered(club.get(`/fees/${fee}`))).reference

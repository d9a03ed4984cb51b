import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addAccount, OWN_IBAN, upload } from '../support/bank'
import { type CamtEntry, type CamtStatement, type CamtVersion, camt, zipOf } from '../support/camt'
import { runs, UNHURRIED } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

const VERSIONS: CamtVersion[] = ['053.02', '053.04', '053.08', '052.02', '052.06', '052.08']
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']
const LAST = DAYS.length - 1
const OPENING = 10_000

// Few values, so that many payments of a day are equal.
const payment = fc.record({
  amount: fc.constantFrom(500, 500, 700, -500, -20),
  name: fc.constantFrom('Ada', 'Ole'),
  text: fc.constantFrom('Beitrag', 'Spende für Kinder', ''),
})
type Payment = typeof payment extends fc.Arbitrary<infer P> ? P : never

/** What happens on each day of the account. */
const account = fc.array(fc.array(payment, { maxLength: 4 }), {
  minLength: DAYS.length,
  maxLength: DAYS.length,
})

/** A statement of some days, as a file of its own or in a ZIP. */
const statement = fc
  .record({
    from: fc.nat(LAST),
    length: fc.integer({ min: 1, max: 3 }),
    version: fc.constantFrom(...VERSIONS),
    isZipped: fc.boolean(),
  })
  .map(({ from, length, ...rest }) => ({ from, to: Math.min(LAST, from + length - 1), ...rest }))
type Statement = typeof statement extends fc.Arbitrary<infer S> ? S : never

const sumOf = (days: Payment[][]) => days.flat().reduce((sum, { amount }) => sum + amount, 0)

const entryOf = ({ amount, name, text }: Payment, date: string | undefined): CamtEntry => {
  const party = { name, iban: 'DE02120300000000202051' }
  return {
    amount,
    date: String(date),
    details: [{ ...(amount > 0 ? { debtor: party } : { creditor: party }), text: [text] }],
  }
}

const camtStatement = (days: Payment[][], from: number, to: number): CamtStatement => ({
  iban: OWN_IBAN,
  id: `S${from}-${to}`,
  period: [String(DAYS[from]), String(DAYS[to])],
  opening: OPENING + sumOf(days.slice(0, from)),
  entries: days
    .slice(from, to + 1)
    .flatMap((payments, index) => payments.map((one) => entryOf(one, DAYS[from + index]))),
})

function fileOf(days: Payment[][], { from, to, version, isZipped }: Statement): Uint8Array {
  const file = camt({ version, statements: [camtStatement(days, from, to)] })
  return isZipped ? zipOf(file, file) : file
}

const linesOf = async (club: Workspace) =>
  (
    await rows(
      'SELECT booked_on, amount, party_name, text, fingerprint, ordinal FROM bank_lines WHERE workspace_id = ?',
      club.id,
    )
  ).map(({ booked_on, amount, party_name, text, fingerprint, ordinal }) => ({
    shown: [booked_on, amount, party_name, text].join('|'),
    known: `${fingerprint} ${ordinal}`,
  }))

/** The lines that the account has of some days. */
const expectedOf = (days: Payment[][], isCovered: (day: number) => boolean) =>
  days
    .flatMap((payments, day) =>
      isCovered(day)
        ? payments.map(({ amount, name, text }) => [DAYS[day], amount, name, text].join('|'))
        : [],
    )
    .sort()

/** The days between others that no statement tells of, although the balance changed on them. */
function gapsOf(days: Payment[][], covered: Set<number>) {
  const known = [...covered].sort()
  return known.flatMap((day, index) => {
    const next = known[index + 1] ?? day
    const difference = sumOf(days.slice(day + 1, next))
    return difference === 0 ? [] : [{ day, next, after: DAYS[day], before: DAYS[next], difference }]
  })
}

/** The statements whose balances are not those of the lines between them. */
const UNBALANCED = `
  SELECT id FROM statements WHERE workspace_id = ?1 AND closing - opening <> (
    SELECT coalesce(sum(amount), 0) FROM bank_lines
    WHERE workspace_id = ?1 AND account_id = statements.account_id AND booked_on BETWEEN from_on AND to_on)`

async function clubWithAccount() {
  const club = await workspace()
  return { club, bank: await addAccount(club, { opening_amount: OPENING }) }
}

it('holds every booking once, whatever files bring it in whatever order', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(account, fc.array(statement, { minLength: 1, maxLength: 6 }), async (days, files) => {
      const { club, bank } = await clubWithAccount()
      const covered = new Set<number>()
      for (const file of files) {
        const { status, body, text } = await upload(club, bank, fileOf(days, file))
        expect(status, text).toBe(201)
        for (let day = file.from; day <= file.to; day++) covered.add(day)
        const gaps = gapsOf(days, covered).map(({ day, next, ...gap }) => ({
          ...gap,
          account_id: bank,
          isBeside: day === file.to || next === file.from,
        }))
        const told = body.data.gaps.map(({ after }: { after: string }) => after)
        for (const { isBeside, ...gap } of gaps) {
          if (isBeside || told.includes(gap.after)) expect(body.data.gaps).toContainEqual(gap)
        }
        expect(gaps.map(({ after }) => after)).toEqual(expect.arrayContaining(told))
        const lines = await linesOf(club)
        expect(lines.map(({ shown }) => shown).sort()).toEqual(expectedOf(days, (day) => covered.has(day)))
        expect(await rows(UNBALANCED, club.id)).toEqual([])
      }
    }),
    runs(30),
  )
})

it('holds the same bookings of an account, by one file or by many in one ZIP', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(
      account,
      fc.array(statement, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...VERSIONS),
      async (days, files, version) => {
        const [one, many] = [await clubWithAccount(), await clubWithAccount()]
        const year = { from: 0, to: LAST, version, isZipped: false }
        await upload(one.club, one.bank, fileOf(days, year))
        const single = DAYS.map((_, day) => ({ from: day, to: day, version, isZipped: false }))
        const parts = [...files, ...single].map((file) => fileOf(days, { ...file, isZipped: false }))
        const zipped = await upload(many.club, many.bank, zipOf(...parts))
        expect(zipped.status, zipped.text).toBe(201)
        expect(zipped.body.data).toMatchObject({ lines_new: days.flat().length, gaps: [] })
        const knownOf = async ({ club }: { club: Workspace }) =>
          (await linesOf(club)).map(({ known }) => known).sort()
        expect(await knownOf(many)).toEqual(await knownOf(one))
        const again = await upload(many.club, many.bank, fileOf(days, { ...year, isZipped: true }))
        expect(again.body.data).toMatchObject({ lines_new: 0 })
        expect(await rows(UNBALANCED, many.club.id)).toEqual([])
      },
    ),
    runs(25),
  )
})

/** Entries of several payments: many of a day are equal in all that a file tells of them, or have another reference and text. */
const batch = fc.record({
  parts: fc.array(fc.constantFrom(300, 500, 700), { minLength: 2, maxLength: 3 }),
  reference: fc.constantFrom('B-1', 'B-2', undefined),
})
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never
type Way = 'split' | 'detailed' | 'plain'

function batchEntry({ parts, reference }: Batch, date: string, way: Way): CamtEntry {
  const details =
    way === 'plain' ? [] : parts.map((amount, n) => ({ amount, text: [`Part ${n} of ${reference}`] }))
  return {
    amount: parts.reduce((sum, part) => sum + part, 0),
    date,
    info: `Batch ${reference}`,
    batch: { count: parts.length },
    details,
    ...(reference && { reference }),
    ...(way === 'detailed' && { family: ['IDDT', 'ESDD'] }),
  }
}

it('holds the money of every entry once, however files tell of its payments', UNHURRIED, async () => {
  const way = fc.constantFrom<Way>('split', 'detailed', 'plain')
  /** A file tells equal entries in one way. */
  const ways = fc.record({ 'B-1': way, 'B-2': way, none: way })
  const file = fc.record({ ways, isZipped: fc.boolean() })
  const days = fc.array(fc.array(batch, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(days, fc.array(file, { minLength: 2, maxLength: 5 }), async (batches, files) => {
      const { club, bank } = await clubWithAccount()
      const told = batches.flatMap((some, day) => some.map((one) => ({ one, date: String(DAYS[day]) })))
      const sums = Map.groupBy(told, ({ date }) => date)
      for (const { ways, isZipped } of files) {
        const entries = told.map(({ one, date }) => batchEntry(one, date, ways[one.reference ?? 'none']))
        const statements = [{ iban: OWN_IBAN, opening: OPENING, entries }]
        const again = [{ iban: OWN_IBAN, opening: OPENING, entries: entries.toReversed() }]
        const bytes = isZipped
          ? zipOf(camt({ statements }), camt({ statements: again }))
          : camt({ statements })
        const { status, text } = await upload(club, bank, bytes)
        expect(status, text).toBe(201)
        const stored = await rows(
          'SELECT booked_on, sum(amount) AS sum FROM bank_lines WHERE workspace_id = ? GROUP BY booked_on',
          club.id,
        )
        expect(new Map(stored.map(({ booked_on, sum }) => [booked_on, sum]))).toEqual(
          new Map(
            [...sums].map(([date, all]) => [
              date,
              all.flatMap(({ one }) => one.parts).reduce((a, b) => a + b, 0),
            ]),
          ),
        )
      }
    }),
    runs(30),
  )
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../../src/dashboard/bank/line/refusal'
import { lineTexts } from '../../src/dashboard/bank/line/texts'
import { de as said } from '../../src/dashboard/refusal-texts-bank'
import type { LineRefusal } from '../../src/domain/shared/bank-refusals'
import { messageOf, type Refusal } from '../../src/domain/shared/refusals'
import { addAccount, importEntries, inbox } from '../support/bank'
import { staffOf } from '../support/dashboard'
import { CREDITOR, clubWithFees, setDay, submitted } from '../support/direct-debits'
import { openAfter } from '../support/done'
import { textOf } from '../support/html'

afterEach(() => vi.useRealTimers())

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = lineTexts({ language: 'de', tag: 'de-DE' })

/** The files that refuse acts on bank lines, and on the money of fees. */
const FILES = import.meta.glob<string>(
  [
    '../../src/domain/bank/{confirm,lines,statements}/*.ts',
    '../../src/domain/collections/{record-return,returns,settle,submit,undo-settlement}.ts',
    '../../src/domain/payments/{live-payments,money-issues,reverse}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const REFUSED_BY_TEXT = /yield \[\s*(\w+(\(.*\))?|\[[^\n]*\]),\s*['`]/

const MESSAGES: [LineRefusal, string][] = [
  [
    { code: 'of_fee_collected_again', fee: 'fee_1', of: 'debit' },
    'has the fee fee_1, which another direct debit collects; settle or discard that first',
  ],
  [{ code: 'debit_returned' }, 'was returned before'],
  [
    { code: 'of_fee_refunded', fee: 'fee_1', of: 'debit' },
    'has the fee fee_1, of which money was given back; reverse that first',
  ],
  [{ code: 'debit_discarded' }, 'was discarded, alone or with its collection'],
  [
    { code: 'of_fee_collecting', fee: 'fee_1', of: 'line' },
    'is of the fee fee_1, which is being collected by direct debit',
  ],
  [
    { code: 'charge_paid', fee: 'fee_1' },
    'passes its charge on as the fee fee_1, which is paid or being collected; undo that first',
  ],
  [
    { code: 'return_fee_changed', fee: 'fee_1' },
    'returns the fee fee_1, which has changed since; undo that first',
  ],
  [{ code: 'line_changed' }, 'is not that of the line, which has changed since'],
  [{ code: 'collection_settled' }, 'is settled'],
  [{ code: 'collection_discarded' }, 'is discarded'],
]

describe('what is refused of a bank line', () => {
  it('has a code', () => {
    expect(Object.keys(FILES).length).toBeGreaterThan(20)
    for (const [path, text] of Object.entries(FILES)) expect(text, path).not.toMatch(REFUSED_BY_TEXT)
  })

  it.each(MESSAGES)('has a message for callers of the API: %o', (refusal, message) => {
    expect(messageOf(refusal)).toBe(message)
  })

  it('tells first that someone was faster', () => {
    const refusals = { bank_line_id: [{ code: 'year_closed', year: 2025 } as const] }
    expect(codeOf({ refusals })).toBe('year_closed')
    expect(codeOf({ refusals: { ...refusals, revision: [{ code: 'line_changed' }] } })).toBe('line_changed')
    expect(codeOf({ refusals: {} })).toBe('other')
  })

  it('is said on its page by the code, in words of its own for its day and its account', async () => {
    const { club } = await clubWithFees(1)
    const giro = await addAccount(club, { iban: CREDITOR.iban })
    await importEntries(club, giro, [], {
      statements: [
        { iban: CREDITOR.iban, entries: [{ amount: 4500, date: '2026-03-19', details: [{ text: ['x'] }] }] },
      ],
    })
    const [line] = await inbox(club)
    const staff = await staffOf(club, 'treasurer')
    const ofDayAndAccount: Refusal['code'][] = [
      'in_future',
      'year_closed',
      'account_archived',
      'account_begins',
    ]
    const sentences = {
      ...Object.fromEntries(MESSAGES.map(([{ code }]) => [code, said[code]])),
      ...de.refused,
    }
    expect(Object.keys(sentences)).toEqual(expect.arrayContaining(ofDayAndAccount))
    for (const [code, sentence] of Object.entries({ ...sentences, cash_below_zero: de.refused.other })) {
      const { text } = await openAfter(
        staff,
        `/dashboard/${club.id}/bank/lines/${line.id} after ${code}`,
        GERMAN,
      )
      expect(textOf(text)).toContain(sentence)
    }
  })

  it('says that another debit collects the fee of a return, and what to do first', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const giro = await addAccount(club, { iban: CREDITOR.iban })
    const run = await submitted(club, feeIds)
    setDay('2026-03-20')
    await club.post(`/collections/${run.id}/settlement`, { settled_on: '2026-03-16' })
    const refund = { amount: 4500, method: 'bank_transfer', paid_on: '2026-03-17', reason: 'x' }
    expect((await club.post(`/fees/${feeIds[0]}/refunds`, refund)).status).toBe(201)
    await submitted(club, feeIds, '2026-04-10')
    await importEntries(club, giro, [], {
      statements: [
        {
          iban: CREDITOR.iban,
          entries: [
            {
              amount: -4800,
              date: '2026-03-19',
              code: 'NRTI+109+931',
              details: [{ text: ['x'], endToEnd: run.items[0]?.reference ?? '', returned: { code: 'AM04' } }],
            },
          ],
        },
      ],
    })
    const [line] = await inbox(club)
    const staff = await staffOf(club, 'treasurer')
    const path = `/dashboard/${club.id}/bank/lines/${line.id}`
    const as = `debits:${run.items[0]?.id}`
    const { status, headers } = await staff.submit(`${path}/confirm`, { as }, GERMAN)
    expect(status).toBe(303)
    const shown = textOf((await staff.get(String(headers.get('Location')), GERMAN)).text)
    expect(shown).toContain(said.of_fee_collected_again)
    expect(shown).not.toContain(said.line_changed)
  })
})

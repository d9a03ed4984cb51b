import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusalOf } from '../../src/dashboard/bank/refusal'
import { lineTexts } from '../../src/dashboard/bank/texts-line'
import { addAccount, importEntries, inbox } from '../support/bank'
import { staffOf } from '../support/dashboard'
import { CREDITOR, clubWithFees, setDay, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'

afterEach(() => vi.useRealTimers())

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = lineTexts({ language: 'de', tag: 'de-DE' })

/** The files that refuse acts on bank lines. */
const FILES = import.meta.glob(
  [
    '../../src/domain/bank/{confirmation-work,credit-debits,line-issues,loosen,meet,parts,return,settle,undo-debits}.ts',
    '../../src/domain/{collections/returns,payments/live-payments}.ts',
    '../../src/domain/book/{book-facts,choose-account}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>

/** What begins a sentence of the domain about a value. */
const SENTENCE =
  /(['`])((?:is|are|has|was|must|which|of which|returns|settles|credits|passes|begins) (?:(?!\1)[^\n])+)\1/g

const sentences = Object.entries(FILES)
  .flatMap(([file, text]) =>
    [...text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '').matchAll(SENTENCE)].map(
      ([, , sentence = '']): [string, string] => [
        sentence.replaceAll(/\$\{[^}]*\}/g, '1'),
        file.replace('../../src/domain/', ''),
      ],
    ),
  )
  .filter(([sentence]) => !/^is 1$|, 1$/.test(sentence) || sentence.includes('begins'))

describe('what is refused of a bank line', () => {
  it('has many sentences in the domain', () => {
    expect(Object.keys(FILES)).toHaveLength(13)
    expect(sentences.length).toBeGreaterThan(30)
  })

  it.each(sentences)('has a sentence of its own on the page: %s (%s)', (sentence) => {
    expect(refusalOf({ item_ids: [sentence] })).not.toBe('other')
  })

  it.each([
    [
      'has the fee fee_1, which another direct debit collects; settle or discard that first',
      'collectedAgain',
    ],
    ['was returned before', 'returnedBefore'],
    ['has the fee fee_1, of which money was given back; reverse that first', 'refunded'],
    ['is of a collection that was discarded', 'discarded'],
    ['is of the fee fee_1, which is being collected by direct debit', 'collecting'],
    [
      'passes its charge on as the fee fee_1, which is paid or being collected; undo that first',
      'chargePaid',
    ],
    ['returns the fee fee_1, which has changed since; undo that first', 'later'],
    ['is not that of the line, which has changed since', 'changed'],
    ['is in the future', 'future'],
    ['is settled', 'creditedBefore'],
    ['is discarded', 'discarded'],
  ])('says why: %s', (sentence, refusal) => {
    expect(refusalOf({ bank_line_id: [sentence] })).toBe(refusal)
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
    expect(shown).toContain(de.refused.collectedAgain)
    expect(shown).not.toContain(de.refused.changed)
  })
})

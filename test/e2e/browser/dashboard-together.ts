import { describe, it } from 'node:test'
import { inDays } from '../../../src/dev/demo/days.ts'
import { CLUB_IBAN } from '../../../src/dev/demo/money.ts'
import { statementXml } from '../../../src/dev/statement.ts'
import { addSession } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { createSmallClub, handsOn } from './treasurer.ts'
import { concurrency, service, VISITORS, visit } from './visit.ts'

const ANNA = { name: 'Anna Weber', email: 'anna.together@example.org' }
const BEN = { name: 'Ben Okafor', email: 'ben.together@example.org', role: 'treasurer' }

/** A club with two fees and a line of a statement that may pay the first of them. */
async function createClub() {
  const { key, home } = await createSmallClub(ANNA)
  await service.operator('POST', `/workspaces/${home.split('/').at(-1)}/staff`, BEN)
  const date = inDays(0)
  const fees: { id: string }[] = await service.api(key, 'POST', '/fees', {
    data: ['r-1', 'r-2'].map((person_external_id) => ({
      ...{ amount: 4_500, description: 'Jahresbeitrag', person_external_id },
    })),
  })
  const booking = { date, amount: 4_500, name: 'Grace Muster', text: 'Mitgliedsbeitrag' }
  const xml = statementXml(CLUB_IBAN, 100_000, [booking])
  const file = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) }
  return { home, file, paid: fees[1]?.id }
}

describe('two treasurers at once', { concurrency }, () => {
  it('do nothing twice, and the second is told by whom and when', () =>
    visit(VISITORS['in German on a desktop'], (anna) =>
      visit(VISITORS['in English on a phone'], async (ben) => {
        const { home, file, paid } = await createClub()
        await addSession(anna, ANNA.email)
        await addSession(ben, BEN.email)
        const [first, second] = [handsOn(anna), handsOn(ben)]
        await anna.goto(`${home}/bank/import`)
        await anna.setInputFiles('input[type=file]', file)
        await first.press('Einlesen')

        await ben.goto(`${home}/bank/lines`)
        await first.press('Übernehmen')
        await assertTexts(anna, 'Zugeordnet:')
        await second.press('Take')
        await assertTexts(ben, 'Your entry was not saved.', /Anna Weber changed this line on .+ at \d\d:\d\d/)

        await Promise.all([anna, ben].map((page) => page.goto(`${home}/fees/${paid}/payment`)))
        await second.press('Record payment')
        await assertTexts(ben, 'The payment is recorded.')
        await first.press('Zahlung eintragen')
        await assertTexts(
          anna,
          'Der Beitrag wurde inzwischen geändert',
          /Zuletzt von Ben Okafor, .+ um \d\d:\d\d/,
        )
      }),
    ))
})

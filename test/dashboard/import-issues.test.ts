import { expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { workspace } from '../support/workspace'

/** The page that refuses a file of members. */
async function refused(csv: string, language = 'de') {
  const club = await workspace()
  await club.put('/lists/members/custom_columns', {
    data: [{ name: 'Shirt', type: 'string', allowed_values: ['S', 'M'], external_id: 'shirt' }],
  })
  await club.post('/lists/members/persons', { external_id: 'taken' })
  const owner = await staffOf(club, 'owner')
  const path = `/dashboard/${club.id}/members/import`
  const { status, text } = await owner.submit(path, { csv }, { headers: { 'Accept-Language': language } })
  expect(status).toBe(422)
  return textOf(text)
}

it.each([
  [
    'external_id,payment_method\na,Bankeinzug\n',
    'Zeile 2 payment_method „Bankeinzug“ ist keine Zahlungsart. Möglich: bank_transfer (Überweisung), direct_debit (Lastschrift), cash (Barzahlung).',
  ],
  [
    'external_id,sex\na,w\n',
    '„w“ ist kein Geschlecht. Möglich: m (männlich), f (weiblich), d (divers), x (keine Angabe).',
  ],
  ['external_id,shirt\na,XL\n', 'shirt „XL“ ist kein möglicher Wert. Möglich: S, M.'],
  ['external_id,birthdate\na,31.02.1990\n', 'birthdate „31.02.1990“ ist kein Datum.'],
  ['external_id,birthdate\na,1.1.2990\n', 'birthdate „1.1.2990“ liegt in der Zukunft.'],
  ['external_id,email\na,keine\n', 'email „keine“ ist keine E-Mail-Adresse.'],
  [
    'external_id,bank_account.iban,bank_account.bic,bank_account.signatory\na,DE00 1234,,\n',
    'bank_account.iban „DE00 1234“ ist keine gültige IBAN.',
  ],
  [`external_id,name.last_name\na,${'x'.repeat(300)}\n`, `„${'x'.repeat(60)}…“ ist länger als 255 Zeichen.`],
  ['external_id,Handy\na,1\n', 'Zeile 1 Handy Diese Spalte hat die Liste nicht.'],
  ['external_id,external_id\na,a\n', 'Diese Spalte steht zweimal in der Datei.'],
  [
    'external_id,bank_account.iban\na,\n',
    'Zu dieser Spalte gehören auch: bank_account.bic, bank_account.signatory.',
  ],
  ['external_id,email\na\n', 'Die Zeile hat 1 Zellen, die erste Zeile 2.'],
  ['external_id,email\na,"x\n', 'Die Zeile ist kein gültiges CSV.'],
  ['external_id,email\na,\na,\n', 'Zeile 3 external_id Diese Person steht zweimal in der Datei.'],
  ['id,email\nper_x,\n', 'Zeile 2 id Diese ID gibt es in der Liste nicht.'],
  ['join_date\n2020-01-01\n', 'In der Zeile fehlt ein Name.'],
])('says why %j is refused', async (csv, sentence) => {
  expect(await refused(csv)).toContain(sentence)
})

it('says so in English', async () => {
  const page = await refused('external_id,payment_method\na,Bankeinzug\n', 'en')
  expect(page).toContain('“Bankeinzug” is no payment method. Possible: bank_transfer (Bank transfer)')
})

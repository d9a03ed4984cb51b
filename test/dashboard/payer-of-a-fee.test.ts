import { expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, collectingClub } from '../support/direct-debits'
import { textOf } from '../support/html'
import { LENA, setPayer, UWE } from '../support/payer'
import { rows } from '../support/workspace'

it('tells who pays for the person of a fee, on its page with a link and in the API', async () => {
  const club = await collectingClub()
  await addPersons(club, [UWE, LENA])
  const [lena = '', uwe = ''] = await claim(club, [
    { person_external_id: 'lena' },
    { person_external_id: 'uwe' },
  ])
  const payerId = (await club.get('/lists/members/persons/uwe')).body.data.id
  const treasurer = await staffOf(club, 'treasurer')
  const page = async (id: string) => {
    const { text } = await treasurer.get(`/dashboard/${club.id}/fees/${id}`, {
      headers: { 'Accept-Language': 'de' },
    })
    return { text, words: textOf(text) }
  }
  const payers = async () =>
    Object.fromEntries(
      (await club.get('/fees')).body.data.map(({ id, payer_id }: Record<string, string>) => [id, payer_id]),
    )
  expect(await payers()).toEqual({ [lena]: null, [uwe]: null })
  expect((await page(lena)).words).not.toContain('zahlt:')
  await setPayer(club, 'uwe', 'lena')
  expect(await payers()).toEqual({ [lena]: payerId, [uwe]: null })
  expect((await club.get(`/fees/${lena}`)).body.data.payer_id).toBe(payerId)
  const { text, words } = await page(lena)
  expect(words).toContain('Lena Roth · zahlt: Uwe Roth')
  expect(text).toContain(`/dashboard/${club.id}/members/${payerId}"`)
  expect((await page(uwe)).words).not.toContain('zahlt:')
  await rows("UPDATE persons SET payer_id = 'per_gone' WHERE payer_id IS NOT NULL")
  expect(await payers()).toEqual({ [lena]: null, [uwe]: null })
})

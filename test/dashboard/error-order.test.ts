import { describe, expect, it } from 'vitest'
import { clubWithBook } from '../support/book'
import { ADA, addTo, fee, person, signedIn } from '../support/club'

const FORMS: Record<string, (base: string, fee: string) => [string, Record<string, string>]> = {
  'a payment': (base, fee) => [
    `${base}/fees/${fee}/payment`,
    { note: 'x'.repeat(501), method: 'cheque', paid_on: '2999-01-01', amount: 'much' },
  ],
  'a voucher': (base) => [
    `${base}/cash-book/new`,
    { amount: '', booked_on: '', text: '', account_id: 'acc_x' },
  ],
  'a claim': (base) => [
    `${base}/fees/claim/check`,
    { list: 'members', due_on: 'x', amount: 'x', description: '' },
  ],
  'a member': (base) => [`${base}/members/new`, { email: 'x', birthdate: 'x', join_date: 'x' }],
  'an invitation': (base) => [`${base}/settings/staff/new`, { email: '', name: '', role: 'none' }],
  'an API key': (base) => [`${base}/settings/api-keys/new`, { name: '', expires_on: '2001-01-01' }],
}

describe('the list of what is wrong', () => {
  for (const [name, submission] of Object.entries(FORMS))
    it(`has the order of the fields in the form of ${name}`, async () => {
      const club = await clubWithBook()
      const { fees, staff: owner } = await addTo(club, person(ADA), fee(4500), signedIn('owner'))
      const [path, fields] = submission(`/dashboard/${club.id}`, fees[0].id)
      const shown = Object.fromEntries(
        [...(await owner.get(path)).text.matchAll(/name="(revision)"[^>]*value="([^"]*)"/g)].map(
          ([, key, value]) => [key, value ?? ''],
        ),
      )
      const { status, text } = await owner.submit(path, { ...shown, ...fields })
      expect(status).toBe(422)
      const listed = [...text.matchAll(/href="#(field-[^"]+)"/g)].map(([, id]) => id)
      expect(listed.length).toBeGreaterThan(1)
      const inForm = [...text.matchAll(/ id="(field-[^"]+)"/g)]
        .map(([, id]) => id)
        .filter((id) => listed.includes(id))
      expect(listed.filter((id) => inForm.includes(id))).toEqual(inForm)
    })
})

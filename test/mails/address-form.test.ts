import { describe, expect, it } from 'vitest'
import { ALL_OCCASIONS } from '../../src/domain/mails/rules/occasions'
import { viewRule, viewRules } from '../../src/domain/mails/rules/view'
import { staffOf } from '../support/dashboard'
import { claim, clubWithFees } from '../support/direct-debits'
import { textOf } from '../support/html'
import { setPortal } from '../support/portal'
import { mailsAt, setClock, switchOn } from '../support/rules'
import { principalOf } from '../support/staff-principal'

const FORMS = ['sie', 'du'] as const
type Form = (typeof FORMS)[number]

/** What a text in one form must not say. */
const OTHER = {
  sie: /(?<!\p{L})(du|dich|dir|dein\p{L}*|euch|euer|eure\p{L}*|viele Grüße)(?!\p{L})/iu,
  du: /(?<!\p{L})(Sie|Ihnen|Ihr|Ihre[mnrs]?)(?!\p{L})|mit freundlichen Grüßen/u,
}

/** What a text says that speaks to its reader. */
const OWN = { sie: /(?<!\p{L})(Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})/u, du: /(?<!\p{L})(du|dich|dir|dein)/iu }

async function speaking(form: Form) {
  const { club, feeIds } = await clubWithFees(1)
  await setPortal(club, { address_form: form })
  return { club, feeIds }
}

describe.each(FORMS)('a club that says %s', (form) => {
  it('begins with texts that say nothing else', async () => {
    const { club } = await speaking(form)
    for (const enabled of [true, false]) {
      await setPortal(club, { enabled })
      const rules = await viewRules(await principalOf(club))
      expect(rules.map(({ occasion }) => occasion)).toEqual([...ALL_OCCASIONS])
      for (const { occasion, subject, body } of rules) {
        const text = `${subject}\n${body}`
        expect(text, occasion).not.toMatch(OTHER[form])
        expect(text, occasion).toMatch(OWN[form])
      }
    }
  })

  it('says so in mails, with their buttons and greetings', async () => {
    const { club } = await speaking(form)
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'fee_claimed', { body: '{{anrede}},\n\n{{portal_link}}\n\n{{beitraege}}' })
    await claim(club, [{ person_external_id: 'm1' }])
    const [mail] = await mailsAt('2026-03-03T09:17:00Z')
    expect(mail?.text).toContain(form === 'du' ? 'Hallo Ada,' : 'Guten Tag Ada Lovelace 1,')
    expect(mail?.html).not.toMatch(OTHER[form])
    expect(mail?.html).toContain(form === 'du' ? 'kopiere diese Adresse' : 'kopieren Sie diese Adresse')
  })

  it('says so in the payment letter and in the announcement of a debit', async () => {
    const { club, feeIds } = await speaking(form)
    const treasurer = await staffOf(club, 'treasurer')
    const letter = await treasurer.get(`/dashboard/${club.id}/fees/${feeIds[0]}/notice`)
    const [, words = ''] = /<article class="letter"([\s\S]*?)<\/article>/.exec(letter.text) ?? []
    expect(textOf(words)).toContain(form === 'du' ? 'bitte überweise den' : 'bitte überweisen Sie den')
    expect(textOf(words)).toContain(form === 'du' ? 'deine Zahlung' : 'Ihre Zahlung')
    expect(textOf(words)).not.toMatch(OTHER[form])
    const date = await treasurer.get(`/dashboard/${club.id}/direct-debits/new/date?id=${feeIds[0]}`, {
      headers: { 'Accept-Language': 'en-GB' },
    })
    const [announcement = ''] = /Liebes Mitglied[^<"]*/.exec(date.text) ?? []
    expect(announcement).toContain(form === 'du' ? 'von deinem Konto ein' : 'von Ihrem Konto ein')
    expect(announcement).not.toMatch(OTHER[form])
  })
})

it('keeps the texts that it has saved when it changes how it speaks', async () => {
  const { club } = await speaking('sie')
  const saved = await switchOn(club, 'reminder_1')
  await setPortal(club, { address_form: 'du' })
  const principal = await principalOf(club)
  const textIn = async (occasion: string) => (await viewRule(principal, { occasion })).rule
  expect(await textIn('reminder_1')).toMatchObject({ subject: saved.subject, body: saved.body })
  expect((await textIn('reminder_2')).body).toContain('Bitte überweise {{offener_betrag}}')
})

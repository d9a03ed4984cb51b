import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    fees: 'Beiträge',
    plans: 'Beitragsordnung',
    empty: 'Noch keine Beitragsordnung',
    add: 'Neue Beitragsordnung',
    question: 'Aus welchem Feld folgt der Beitrag?',
    next: 'Weiter zu den Beträgen',
    create: 'Beitragsordnung anlegen',
    refused: 'Bitte gib einen Betrag ein',
    created: 'Die Beitragsordnung ist angelegt.',
    cap: 'höchstens 300,00 €',
    try: 'Ausprobieren',
    apply: 'Anwenden',
    pays: 'Katrin Bergmann zahlt',
    addRule: 'Regel hinzufügen',
    reduction: 'Ermäßigung',
    addCondition: 'Hinzufügen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    notSaved: 'Gespeichert ist noch nichts.',
    edit: 'Weiter bearbeiten',
    claimYear: / erheben$/,
    preview: 'Vorschau',
    claim: / von .* Personen erheben$/,
    planName: 'Jahresbeitrag',
    skip: /weitermachen/,
    left: 'Kläre das, oder mach ohne sie weiter.',
    claimed: /^2 Beiträge erhoben/,
    discard: 'Lauf rückgängig machen',
    reason: 'Falsche Preise',
    discarded: 'Der Lauf ist rückgängig gemacht.',
    runs: 'Beitragslauf',
    prepare: /vorbereiten$/,
  },
  'en-GB': {
    fees: 'Fees',
    plans: 'Fee rules',
    empty: 'No fee rules yet',
    add: 'New fee rules',
    question: 'Which field does the fee follow from?',
    next: 'Continue to the amounts',
    create: 'Add the fee rules',
    refused: 'Enter an amount',
    created: 'The fee rules are there.',
    cap: 'at most €300.00',
    try: 'Try it',
    apply: 'Apply',
    pays: 'Katrin Bergmann pays',
    addRule: 'Add a rule',
    reduction: 'Reduction',
    addCondition: 'Add',
    save: 'Save',
    saved: 'Saved.',
    notSaved: 'Nothing is saved yet.',
    edit: 'Go on editing',
    claimYear: /^Claim \d/,
    preview: 'preview',
    claim: /^Claim .* from 2 people$/,
    planName: 'Yearly fee',
    skip: /^Continue without/,
    left: 'Settle that, or go on without them.',
    claimed: /^Claimed 2 fees/,
    discard: 'Undo the run',
    reason: 'Wrong prices',
    discarded: 'The run is undone.',
    runs: 'Fee run',
    prepare: /^Prepare/,
  },
}

type Words = (typeof WORDS)[keyof typeof WORDS]

const GROUPS = ['Erwachsen', 'Familie', 'Passiv', 'Ehrenmitglied']

/** A club without a plan, whose members have groups. Counts what its treasurer clicks and types. */
async function prepare(key: string): Promise<void> {
  const [plan] = await service.api(key, 'GET', '/dues_plans')
  assert.ok(plan)
  await service.api(key, 'PUT', '/lists/members/custom_columns', {
    data: [{ name: 'Beitragsgruppe', type: 'string', allowed_values: GROUPS, external_id: 'fee_group' }],
  })
}

describe('fee rules', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]

    it(`are made in one form, tried and changed, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        await prepare(key)
        let clicks = 0
        const click = async (role: 'link' | 'button', label: string | RegExp) => {
          clicks += 1
          await page.getByRole(role, { name: label, exact: true }).first().click()
        }
        await page.goto(home)
        await openSection(page, words.fees)
        await click('link', words.plans)
        await look(page, 'dues-plans', words.add)
        await click('link', words.add)
        await look(page, 'dues-question', words.question)
        await click('button', words.next)
        for (const [index, amount] of ['120', '120', '36', 'x'].entries())
          await page.fill(`[name="base.${index}.amount"]`, amount)
        await page.fill('[name=child_age]', '18')
        await page.fill('[name=child_amount]', '60')
        await page.fill('[name="prices.0.amount"]', '80')
        await page.fill('[name=cap]', '300')
        await look(page, 'dues-amounts')
        await click('button', words.create)
        await look(page, 'dues-refused', words.refused)
        await page.fill('[name="base.3.amount"]', '0')
        await click('button', words.create)
        await look(page, 'dues-plan', words.created, words.cap)
        await click('link', words.claimYear)
        await look(page, 'dues-check', words.preview)
        await click('button', words.claim)
        await look(page, 'dues-faults-left', words.left)
        clicks += 1
        await page.getByLabel(words.skip).check()
        await click('button', words.claim)
        await look(page, 'dues-run', words.claimed)
        assert.ok(clicks <= 10, `${clicks} clicks from no plan to the claimed year`)
        const run = page.url()
        await changeClaimed(page, words)
        await page.goto(run)
        await cancelRun(page, words)

        await page.goto(home)
        await openSection(page, words.fees)
        await page.getByRole('link', { name: words.plans, exact: true }).click()
        await page.getByRole('link', { name: words.planName }).click()
        await page.getByRole('link', { name: words.try, exact: true }).click()
        await page.fill('[name=search]', 'Katrin Bergmann')
        await page.getByRole('button', { name: words.apply }).click()
        await look(page, 'dues-tried', words.pays)
        await page.goBack()
        await page.goBack()
        await addReduction(page, words)
      }))
  }
})

/** Changes a price of the plan that was claimed: what that means is shown first. */
async function changeClaimed(page: Page, words: Words): Promise<void> {
  await openSection(page, words.fees)
  await page.getByRole('link', { name: words.plans, exact: true }).click()
  await page.getByRole('link', { name: words.planName }).click()
  await page.locator('#base a[href*="/rules/"]').first().click()
  await page.fill('[name=amount]', '130')
  await page.press('[name=amount]', 'Enter')
  await look(page, 'dues-change', words.notSaved)
  await page.getByRole('button', { name: words.edit }).click()
  await page.fill('[name=amount]', '140')
  await page.press('[name=amount]', 'Enter')
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await look(page, 'dues-changed', words.saved)
}

async function cancelRun(page: Page, words: Words): Promise<void> {
  await page.getByRole('link', { name: words.discard }).click()
  await look(page, 'dues-discard')
  await page.fill('[name=reason]', words.reason)
  await page.getByRole('button', { name: words.discard }).click()
  await look(page, 'dues-discarded', words.discarded)
  await page.getByRole('link', { name: words.runs, exact: true }).click()
  await look(page, 'dues-runs', words.prepare)
}

async function addReduction(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.addRule }).click()
  await page.getByRole('link', { name: words.reduction }).click()
  await page.fill('[name=name]', 'Halb')
  await page.fill('[name=percent]', '50')
  await page.selectOption('[name=add]', 'birthdate.age')
  await page.getByRole('button', { name: words.addCondition, exact: true }).click()
  await page.selectOption('[name="row.0.operator"]', 'more')
  await page.fill('[name="row.0.number"]', '64')
  await look(page, 'dues-rule')
  await page.press('[name=name]', 'Enter')
  await look(page, 'dues-changed', words.saved, 'Halb')
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    log: 'Protokoll',
    what: 'Was',
    changed: '– geändert',
    apply: 'Anwenden',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht. Alles ist wieder wie vorher.',
    export: 'Exportieren',
    file: 'protokoll',
    refused: 'Das lässt sich nicht mehr rückgängig machen',
  },
  'en-GB': {
    log: 'Audit log',
    what: 'What',
    changed: '– changed',
    apply: 'Apply',
    undo: 'Undo',
    undone: 'Undone. Everything is as it was before.',
    export: 'Export',
    file: 'log',
    refused: 'This can no longer be undone',
  },
}

describe('the audit log', { concurrency }, () => {
  for (const [name, visitor] of visitors())
    it(`tells what was done, and takes it back, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const words = WORDS[visitor.locale]
        const path = '/lists/members/persons/m-1004'
        const changes = { shirt_size: 'XL', email: 'katrin@example.org' }
        const { id } = await service.api(key, 'PUT', path, changes)
        await page.goto(home)
        await openSection(page, words.log)
        await page.getByLabel(words.what, { exact: true }).selectOption({ label: words.changed })
        await page.getByRole('button', { name: words.apply }).click()
        await look(page, 'log-changes', 'Katrin Bergmann', 'katrin@example.org', 'XL')

        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: words.export }).click()
        assert.match((await download).suggestedFilename(), new RegExp(`^${words.file}.*\\.csv$`))

        await page.getByRole('button', { name: words.undo }).first().click()
        await look(page, 'log-undone', words.undone)
        const member = await service.api(key, 'GET', path)
        assert.equal(member.email, 'familie.bergmann@example.org')
        assert.equal(member.shirt_size, 'M')

        await page.goto(`${home}/members/${id}?tab=history`)
        await assertTexts(page, 'katrin@example.org')
      }))
})

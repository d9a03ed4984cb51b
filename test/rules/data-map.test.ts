import { expect, it } from 'vitest'
import dataMap from '../../.github/DATA-MAP.md?raw'
import runbook from '../../.github/RUNBOOK.md?raw'
import bindings from '../../src/env?raw'
import { rows } from '../support/workspace'

it('names each table of the database once, and no other one', async () => {
  const stored = await rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
      AND name NOT LIKE 'd1_kept_%' AND name <> 'd1_migrations' ORDER BY name`,
  )
  const [, tables = ''] = dataMap.split('## Tables')
  const named = [...tables.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').map((name) => name.replaceAll('`', '')),
  )
  expect(named.toSorted()).toEqual(stored.map(({ name }) => name))
})

it('says where each binding keeps personal data', () => {
  const [places = ''] = dataMap.split('## Tables')
  const kinds = {
    D1Database: 'D1',
    KVNamespace: 'KV',
    Queue: 'Queues',
    SendEmail: 'Email Service',
    R2Bucket: 'R2',
  }
  for (const [kind, place] of Object.entries(kinds))
    if (bindings.includes(`: ${kind}`)) expect(places).toContain(`| ${place}`)
})

it('has a way to rotate each secret of the bindings', () => {
  const secrets = [...bindings.matchAll(/^ {2}(\w*(?:TOKEN|SECRET|PASSWORD|_KEY)\w*)\??: string$/gm)].map(
    ([, name]) => String(name),
  )
  expect(secrets).toContain('OPERATOR_TOKEN')
  const [, rotation = ''] = runbook.split('## Secrets')
  expect(secrets.filter((name) => !rotation.includes(`| \`${name}\` |`))).toEqual([])
})

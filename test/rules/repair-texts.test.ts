import { expect, it } from 'vitest'
import { runNightly } from '../support/cron'
import { rows, workspace } from '../support/workspace'

const NFD = 'Jo\u0308rg'

it('tidies what was stored before, once, with a count, and leaves what would become equal', async () => {
  const club = await workspace()
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Size', type: 'string', allowed_values: ['S', 'M'], external_id: 'size' },
      { name: 'Teams', type: 'array', allowed_values: ['A', 'B'], external_id: 'teams' },
      { name: 'Note', type: 'string', external_id: 'note' },
    ],
  })
  const person = { size: 'M', teams: ['A', 'B'], note: 'x' }
  const data = ['a', 'b'].map((external_id) => ({
    ...{ external_id, name: { last_name: 'Z' }, sepa_mandate: { reference: `R-${external_id}` } },
    ...person,
  }))
  await club.put('/lists/members/persons', { data })
  const [size, teams, note] = (await rows<{ id: string }>('SELECT id FROM custom_columns ORDER BY id')).map(
    ({ id }) => id,
  )
  await rows(
    `UPDATE custom_columns SET name = ' Size', allowed_values = '["S "," S","M "]' WHERE id = ?`,
    size ?? '',
  )
  await rows(`UPDATE custom_columns SET allowed_values = '["A "," B"]' WHERE id = ?`, teams ?? '')
  await rows(
    `UPDATE persons SET external_id = 'a ', last_name = ?1, address = ?2, sepa_mandate = '{"reference":" R ","signature_date":null}',
      custom_values = ?3 WHERE external_id = 'a'`,
    ` ${NFD} `,
    JSON.stringify({ street: `${NFD} `, postcode: null, city: null, country_code: null }),
    JSON.stringify({ [size ?? '']: 'M ', [teams ?? '']: [' B', 'A '], [note ?? '']: ` ${NFD}` }),
  )
  await rows(
    `UPDATE persons SET custom_values = json_set(custom_values, '$.' || ?1, 'S ', '$.' || ?2, json('[]')) WHERE external_id = 'b'`,
    size ?? '',
    teams ?? '',
  )
  const before = await rows<{ revision: number }>('SELECT revision FROM persons ORDER BY id')
  await runNightly()
  expect(await rows('SELECT name, allowed_values AS allowed FROM custom_columns ORDER BY id')).toEqual([
    { name: 'Size', allowed: '["S "," S","M"]' },
    { name: 'Teams', allowed: '["A","B"]' },
    { name: 'Note', allowed: null },
  ])
  const after = await club.get('/lists/members/persons')
  expect(after.body.data).toMatchObject([
    {
      external_id: 'a ',
      name: { last_name: 'Jörg' },
      address: { street: 'Jörg' },
      sepa_mandate: { reference: ' R ' },
      size: 'M',
      teams: ['B', 'A'],
      note: 'Jörg',
    },
    { external_id: 'b', size: 'S ', note: 'x' },
  ])
  expect(await rows('SELECT last_name_key FROM persons ORDER BY id LIMIT 1')).toEqual([
    { last_name_key: 'jorg' },
  ])
  const now = await rows<{ revision: number }>('SELECT revision FROM persons ORDER BY id')
  expect(now[0]?.revision).toBeGreaterThan(before[0]?.revision ?? 0)
  expect(now[1]).toEqual(before[1])
  expect(
    await rows('SELECT name, changed, finished_at IS NOT NULL AS isDone FROM repairs ORDER BY name'),
  ).toEqual([
    { name: 'party_keys', changed: 0, isDone: 1 },
    { name: 'tidy_texts', changed: 1, isDone: 1 },
  ])
  await runNightly()
  expect(await rows('SELECT revision FROM persons ORDER BY id')).toEqual(now)
})

it('goes on where it ended, over more persons than a slice has', async () => {
  const club = await workspace()
  const data = Array.from({ length: 700 }, (_, index) => ({
    external_id: `n-${index}`,
    email: 'a@example.org',
  }))
  await club.put('/lists/members/persons', { data })
  await rows(`UPDATE persons SET membership_number = ' ' || external_id`)
  await runNightly()
  expect(await rows(`SELECT count(*) AS count FROM persons WHERE membership_number = external_id`)).toEqual([
    { count: 700 },
  ])
  expect(await rows("SELECT changed FROM repairs WHERE name = 'tidy_texts'")).toEqual([{ changed: 700 }])
})

import { describe, expect, it } from 'vitest'
import { clubOf, person, settings, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'

const upload = async (club: Workspace, raw: string, list = 'members', options: object = {}) => {
  const { body, text } = await club.post(`/lists/${list}/imports`, undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
    ...options,
  })
  expect(body.data, text).toBeDefined()
  return body.data
}

const run = (club: Workspace, { id, mark }: { id: string; mark: string }, options?: object) =>
  club.post(`/imports/${id}/run`, { mark }, options)

/** Runs a file, and returns who pays for whom afterwards, by number, external id or email. */
async function payersAfter(club: Workspace, raw: string, list?: string) {
  const done = await run(club, await upload(club, raw, list))
  expect(done.status, done.text).toBe(201)
  await expectSoundBooks(club.id)
  return payers()
}

const payers = async () =>
  Object.fromEntries(
    (
      await rows<{ name: string; payer: string | null }>(`
        SELECT coalesce(one.membership_number, one.external_id, one.email) AS name,
          coalesce(payer.membership_number, payer.external_id, payer.email) AS payer
        FROM persons AS one LEFT JOIN persons AS payer ON payer.id = one.payer_id ORDER BY name`)
    ).map(({ name, payer }) => [name, payer]),
  )

const member = (number: string, fields: object = {}) =>
  person({ membership_number: number, name: { first_name: `M${number}`, last_name: 'Vogt' }, ...fields })

const FAMILY = `MitgliedNr;Vorname;Nachname;Zahler
2;Lena;Vogt;1
1;Uwe;Vogt;
3;Olaf;Vogt;1
`

describe('a column of guardians', () => {
  const GUARDIANS = `MitgliedNr;Vorname;Nachname;Geburtsdatum;Nummer Erziehungsberechtigte;Zahler
2;Lena;Vogt;01.05.2019;1;1
1;Uwe;Vogt;03.02.1980;;
3;Olaf;Vogt;01.05.1990;1;
4;Eli;Vogt;01.05.2019;2;
5;Kim;Vogt;01.05.2019;99;1
`
  const guardians = () =>
    rows(`
      SELECT one.membership_number AS one, other.membership_number AS other FROM persons AS one
      JOIN persons AS other ON other.id = one.guardian_id ORDER BY one`)

  it('names other rows beside that of payers, and leaves out who is refused', async () => {
    const { club } = await clubOf()
    const draft = await upload(club, GUARDIANS)
    expect(draft.columns.map(({ target }: { target: string }) => target)).toContain('guardian_id')
    expect((await run(club, draft)).status).toBe(201)
    const gaps = await rows<{ content: string }>(`SELECT content FROM import_parts WHERE kind = 'gaps'`)
    expect(gaps.flatMap(({ content }) => JSON.parse(content))).toMatchObject([
      { row: 4, code: 'person_is_adult', cell: '1', column: 4 },
      { row: 5, code: 'guardian_is_minor', cell: '2' },
      { row: 6, code: 'guardian_unknown', cell: '99' },
    ])
    expect(await guardians()).toEqual([{ one: '2', other: '1' }])
    expect(await payers()).toEqual({ 1: null, 2: '1', 3: null, 4: null, 5: '1' })
    expect((await upload(club, GUARDIANS)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    await expectSoundBooks(club.id)
  })

  it('names stored persons of both lists by external id, and clears where cells are empty', async () => {
    const { club } = await clubOf(person({ external_id: 'oma', email: 'oma@example.org' }, 'contacts'))
    const raw = 'Mitgliedsnummer;Nachname;Guardian ID\n1;Vogt;oma\n'
    await run(club, await upload(club, raw))
    const [{ guardian_id: guardian } = {}] = await rows<{ guardian_id?: string }>(
      `SELECT guardian_id FROM persons WHERE membership_number = '1'`,
    )
    expect(guardian).toMatch(/^per_/)
    const draft = await upload(club, raw.replace('oma', ''))
    const { body } = await club.patch(`/imports/${draft.id}`, { options: { empty: { 2: 'clear' } } })
    await run(club, body.data)
    expect(await guardians()).toEqual([])
  })
})

describe('a column of payers', () => {
  it('names other rows by membership number, in any order', async () => {
    const { club } = await clubOf()
    const draft = await upload(club, FAMILY)
    expect(draft.columns.map(({ target }: { target: string }) => target)).toEqual([
      'membership_number',
      'name.first_name',
      'name.last_name',
      'payer_id',
    ])
    expect(draft.counts).toMatchObject({ created: 3, gaps: 0 })
    expect((await run(club, draft)).status).toBe(201)
    expect(await payers()).toEqual({ 1: null, 2: '1', 3: '1' })
    // The same file again changes nothing.
    expect((await upload(club, FAMILY)).counts).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
      gaps: 0,
    })
    await expectSoundBooks(club.id)
  })

  it('names rows by external id, and persons of the list by number, external id and id', async () => {
    const { club, ids } = await clubOf(
      member('7'),
      member('8', { external_id: 'old-8' }),
      person({ external_id: 'oma', email: 'oma@example.org' }, 'contacts'),
    )
    const file = `Externe ID;MitgliedNr;Vorname;Zahler
k-1;11;Kim;k-2
k-2;12;Uwe;
k-3;13;Ole;7
k-4;14;Ida;old-8
k-5;15;Eva;oma
k-6;16;Jan;${ids[0]}
`
    expect(await payersAfter(club, file)).toMatchObject({
      11: '12',
      12: null,
      13: '7',
      14: '8',
      15: 'oma',
      16: '7',
    })
  })

  it('names members for contacts', async () => {
    const { club } = await clubOf(member('7'))
    expect(await payersAfter(club, 'E-Mail;Nachname;Zahler\nopa@example.org;Vogt;7\n', 'contacts')).toEqual({
      7: null,
      'opa@example.org': '7',
    })
  })

  it('says who is left out, and guesses nothing', async () => {
    const { club } = await clubOf(
      member('7', { external_id: 'k7' }),
      member('k7'),
      person({ membership_number: '9', creation_behaviour: 'unconfirmed' }),
      member('20'),
      member('21', { external_id: 'child' }),
    )
    await club.put(`${MEMBERS}/child`, {
      payer_id: (await club.get(`${MEMBERS}?filter[membership_number]=20`)).body.data[0].id,
    })
    const draft = await upload(
      club,
      `MitgliedNr;Vorname;Zahler
1;Ada;404
2;Bea;k7
3;Cem;9
4;Dan;4
5;Eva;6
6;Fee;5
7;M7;21
20;M20;7
8;Gil;Ada
10;Hal;keiner
`,
    )
    expect(draft.counts).toMatchObject({ gaps: 9, left_out: 0 })
    expect((await run(club, draft)).status).toBe(201)
    const gaps = await rows<{ content: string }>(`SELECT content FROM import_parts WHERE kind = 'gaps'`)
    expect(
      gaps
        .flatMap(({ content }) => JSON.parse(content))
        .map(({ row, column, cell, code }: Record<string, unknown>) => [row, column, cell, code]),
    ).toEqual([
      [2, 2, '404', 'payer_unknown'],
      [3, 2, 'k7', 'payer_several'],
      [4, 2, '9', 'payer_is_applicant'],
      [5, 2, '4', 'payer_is_person'],
      [6, 2, '6', 'payer_has_payer'],
      [7, 2, '5', 'payer_has_payer'],
      [8, 2, '21', 'payer_has_payer'],
      [9, 2, '7', 'payer_has_payer'],
      [10, 2, 'Ada', 'payer_unknown'],
    ])
    expect(await payers()).toMatchObject({ 1: null, 2: null, 3: null, 4: null, 5: null, 6: null, 8: null })
    await expectSoundBooks(club.id)
  })

  it('names nobody of another workspace, or of a list that the key may not use', async () => {
    const other = await clubOf(settings({ name: 'Other' }), member('7', { external_id: 'there' }))
    const { club, ids } = await clubOf(person({ external_id: 'oma', email: 'oma@example.org' }, 'contacts'))
    const file = `MitgliedNr;Vorname;Zahler\n1;Ada;${other.ids[0]}\n2;Bea;there\n3;Cem;7\n`
    expect((await upload(club, file)).counts).toMatchObject({ created: 3, gaps: 3 })
    const key = await club.keyWith('members:write', 'members:read')
    const closed = `MitgliedNr;Vorname;Zahler\n1;Ada;oma\n2;Bea;${ids[0]}\n`
    expect((await upload(club, closed, 'members', { key })).counts).toMatchObject({ gaps: 2 })
  })

  it('is shown to staff as the file names the payers, with what is left out', async () => {
    const { club, staff } = await clubOf(signedIn('office'))
    const draft = await upload(club, `${FAMILY}4;Ida;Vogt;44\n`)
    const path = `/dashboard/${club.id}/members/import/${draft.id}`
    const check = (await staff.get(`${path}/check`)).text
    expect(check).toContain('Zahler: 1<')
    expect(check).toContain('Zahler gibt es nicht')
    expect(check).not.toMatch(/\bper_\w/)
    const missing = (await staff.get(`${path}/missing?kind=payer_unknown`)).text
    expect(missing).toContain('„44“ ist als Zahler weder')
  })

  it('can be corrected cell by cell', async () => {
    const { club } = await clubOf(member('7'))
    const draft = await upload(club, 'MitgliedNr;Vorname;Zahler\n1;Ada;77\n')
    expect(draft.counts).toMatchObject({ gaps: 1 })
    const { body } = await club.patch(`/imports/${draft.id}`, { edits: { '2.2': '7' } })
    expect(body.data.counts).toMatchObject({ gaps: 0 })
    expect((await run(club, body.data)).status).toBe(201)
    expect(await payers()).toMatchObject({ 1: '7' })
  })

  it('keeps or clears payers where cells are empty', async () => {
    const { club } = await clubOf()
    await payersAfter(club, FAMILY)
    const without = FAMILY.replaceAll(/;1$/gm, ';').replace('3;Olaf;Vogt;', '3;Olaf;Vogt;1')
    expect(await payersAfter(club, without)).toMatchObject({ 2: '1', 3: '1' })
    const draft = await upload(club, without)
    const { body } = await club.patch(`/imports/${draft.id}`, { options: { empty: { 3: 'clear' } } })
    expect((await run(club, body.data)).status).toBe(201)
    expect(await payers()).toEqual({ 1: null, 2: null, 3: '1' })
    await expectSoundBooks(club.id)
  })

  it('keeps payers of the CSV of the list', async () => {
    const { club } = await clubOf()
    await payersAfter(club, FAMILY)
    const csv = (await club.get(MEMBERS, { headers: { Accept: 'text/csv' } })).text
    const draft = await upload(club, csv)
    expect(draft.columns).toContainEqual(expect.objectContaining({ header: 'payer_id', target: 'payer_id' }))
    expect(draft.counts).toMatchObject({ updated: 0, unchanged: 3, gaps: 0 })
  })

  it('proposes nothing for a column of names', async () => {
    const { club } = await clubOf()
    const draft = await upload(club, 'MitgliedNr;Vorname;Zahler\n1;Ada;Uwe Vogt\n2;Bea;Ida Weiß\n')
    expect(draft.columns[2].target).toMatch(/^new:/)
  })
})

describe('a run', () => {
  it('is confirmed again if the number of a payer is somebody else’s meanwhile', async () => {
    const { club, ids } = await clubOf(member('7'), member('8'))
    const draft = await upload(club, 'MitgliedNr;Vorname;Zahler\n1;Ada;7\n')
    await club.put(`${MEMBERS}/${ids[0]}`, { membership_number: '70' })
    await club.put(`${MEMBERS}/${ids[1]}`, { membership_number: '7' })
    expect((await run(club, draft)).status).toBe(422)
  })

  it('gives no payer who gets one at the same moment', async () => {
    const { club, ids } = await clubOf(member('7'), member('8'))
    const draft = await upload(club, 'MitgliedNr;Vorname;Zahler\n1;Ada;7\n')
    const meanwhile = interruptedBy(() => club.put(`${MEMBERS}/${ids[0]}`, { payer_id: ids[1] }))
    const done = await run(club, draft, meanwhile)
    expect(done.status).toBe(422)
    expect(await payers()).toEqual({ 7: '8', 8: null })
    await expectSoundBooks(club.id)
  })

  it('is undone with the payers that it gave', async () => {
    const { club, ids } = await clubOf(member('7'), member('8'), member('9'))
    const [seven, eight] = ids
    await club.put(`${MEMBERS}/${eight}`, { payer_id: seven })
    const draft = await upload(
      club,
      'MitgliedNr;Vorname;Nachname;Zahler\n1;Uwe;Vogt;\n8;M8;Vogt;1\n9;M9;Vogt;1\n2;Lena;Vogt;1\n',
    )
    expect((await run(club, draft)).status).toBe(201)
    expect(await payers()).toEqual({ 1: null, 2: '1', 7: null, 8: '1', 9: '1' })
    const undone = await club.post(`/imports/${draft.id}/undo`, {})
    expect([undone.status, undone.body.data]).toEqual([
      200,
      expect.objectContaining({ deleted: 2, kept: 0, left_alone: 0 }),
    ])
    // Nine had nobody before, which the deletion of the payer has made so already.
    const nine = (await eventsOf(club)).filter(({ subject_id }) => subject_id === ids[2])
    expect(nine.map(({ changes }) => changes?.payer_id).filter(Boolean)).toHaveLength(2)
    expect(await payers()).toEqual({ 7: null, 8: '7', 9: null })
    await expectSoundBooks(club.id)
  })
})

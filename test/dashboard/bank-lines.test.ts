import { describe, expect, it } from 'vitest'
import { addAccount, credit, importEntries, stored } from '../support/bank'
import { type Staff, staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { workspace } from '../support/workspace'

const IBAN = 'DE02120300000000202051'

type Fee = { id: string; reference: string }

/** A club with a member who owes fees of these amounts, and a treasurer. */
async function fixture(amounts: number[] = [4500], role: 'owner' | 'treasurer' | 'auditor' = 'treasurer') {
  const club = await workspace()
  const account = await addAccount(club)
  const personId = await createPerson(club, {
    external_id: 'm1',
    name: { first_name: 'Ada', last_name: 'Lovelace' },
  })
  const { body } = await club.post('/fees', {
    data: amounts.map((amount) => ({ amount, description: 'Annual fee 2026', person_external_id: 'm1' })),
  })
  const fees = body.data as Fee[]
  const path = `/dashboard/${club.id}/bank`
  return { club, account, personId, fees, path, staff: await staffOf(club, role) }
}

const follow = async (staff: Staff, location: string | null) => {
  const [path = ''] = String(location).split('#')
  return staff.get(path)
}

/** Presses the button of the first suggestion on the page. */
async function take(staff: Staff, path: string, text: string, fields: Record<string, string> = {}) {
  const form = /<form method="post" action="([^"]*\/confirm)">(.*?)<\/form>/s.exec(text)
  const inputs = [...String(form?.[2]).matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return staff.submit(String(form?.[1] ?? path), { ...Object.fromEntries(inputs), ...fields })
}

describe('the inbox of bank lines', () => {
  it('shows what the bank wrote beside what it may be, and confirms it with one press', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    const [fee] = fees
    await importEntries(club, account, [
      credit(4000, `Fee ${fee?.reference}`, { iban: IBAN }),
      credit(700, 'Donation', { name: '<b>Grace</b>' }),
    ])
    const { status, text, cost } = await staff.get(`${path}/lines`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 2, 0])
    expect(text).toContain(`<mark>${fee?.reference}</mark>`)
    expect(text).toContain('&lt;b&gt;Grace&lt;/b&gt;')
    expect(textOf(text)).toContain('Annual fee 2026 von Ada Lovelace , 40,00 € von 45,00 € offen.')
    expect(textOf(text)).toContain('DE02 1203 0000 0000 2020 51')
    expect(textOf(text)).toContain('Vielleicht (1)')
    expect(textOf(text)).toContain('Unbekannt (1)')

    const [first, second] = [...text.matchAll(/<li class="card match" id="(lin_\w+)"/g)].map(([, id]) => id)
    const taken = await take(staff, path, text)
    expect([taken.status, taken.cost.trips], taken.text).toEqual([303, 2])
    const location = taken.headers.get('Location')
    expect(location).toBe(`${path}/lines?did=confirmed&line=${first}#${second}`)
    expect(await stored(club, 'payments')).toMatchObject([
      { fee_id: fee?.id, amount: 4000, bank_line_id: first },
    ])
    const after = await follow(staff, location)
    expect(textOf(after.text)).toContain('Zugeordnet: Ada Lovelace , 40,00 €')
    expect(after.text).toContain(`/fees/${fee?.id}"`)

    const undone = await staff.submit(`${path}/lines/${first}/loosen`, { from: 'open' })
    expect([undone.status, undone.cost.trips], undone.text).toEqual([303, 2])
    expect(undone.headers.get('Location')).toBe(`${path}/lines?did=loosened&line=${first}#${first}`)
    expect(await stored(club, 'bank_lines')).toMatchObject([
      { state: 'open', assigned_amount: 0 },
      { state: 'open' },
    ])
  })
})

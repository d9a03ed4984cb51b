import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { textOf } from '../support/html'
import { seedMembers } from '../support/seed-members'
import { workspace } from '../support/workspace'

const NAMES = ['Arndt', 'Bach', 'Çelik', 'Demir', 'Ernst']

const german = { headers: { 'Accept-Language': 'de' } }

/** A club with five members, of whom the third has left. */
async function fixture(role: Role = 'office') {
  const members = NAMES.map((last_name, index) =>
    person({
      name: { last_name },
      membership_number: String(50 - index),
      ...(index === 2 && { leave_date: '2020-12-31' }),
    }),
  )
  const { club, ids, staff } = await clubOf(...members, signedIn(role))
  const list = `/dashboard/${club.id}/members`
  const open = async (path: string) => {
    const { text, status, cost } = await staff.get(path, german)
    expect([status, cost.trips, cost.rowsWritten], path).toEqual([200, 1, 0])
    return text
  }
  return { club, ids, staff, list, open }
}

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** The address of a person in a page of the list. */
const linkTo = (html: string, id = '') => hrefs(html).find((href) => href.includes(`/${id}`)) ?? ''

/** The address of the link with a key. */
const withKey = (html: string, key: string): string | undefined => {
  const tag = html.match(/<a[^>]*>/g)?.find((link) => link.includes(` data-key="${key}"`))
  return tag && hrefs(tag)[0]
}

const backOf = (html: string) => hrefs(html).find((href) => href.includes('#per_')) ?? ''

describe('the neighbours of a person', () => {
  it('are those of the list that the person was opened from, which one returns to', async () => {
    const { ids, list, open } = await fixture()
    const second = await open(linkTo(await open(list), ids[1]))
    expect(backOf(second)).toBe(`${list}#${ids[1]}`)
    expect(withKey(second, 'k')).toBe(`${list}/${ids[0]}?row=1`)
    expect(withKey(second, 'j')).toBe(`${list}/${ids[3]}?row=3`)
    const first = await open(String(withKey(second, 'k')))
    expect([withKey(first, 'k'), withKey(first, 'j')]).toEqual([undefined, `${list}/${ids[1]}?row=2`])
    const last = await open(`${list}/${ids[4]}?row=4`)
    expect([withKey(last, 'k'), withKey(last, 'j')]).toEqual([`${list}/${ids[3]}?row=3`, undefined])
  })

  it('are left out where the person was not opened from a list', async () => {
    const { ids, list, open } = await fixture()
    for (const query of ['', '?row=-1', '?row=x', '?from=search%3Da']) {
      const page = await open(`${list}/${ids[1]}${query}`)
      expect([backOf(page), withKey(page, 'j')]).toEqual(['', undefined])
    }
  })

  it.each([
    ['status=all&sort=-name', [4, 3, 2, 1, 0]],
    ['sort=membership_number', [4, 3, 1, 0]],
    ['search=e', [3, 4]],
    ['status=all&filter[membership_number][is_not]=49', [0, 2, 3, 4]],
    ['status=former', [2]],
  ])('follow the order and the filter %s', async (query, order) => {
    const { ids, list, open } = await fixture()
    let path: string | undefined = linkTo(await open(`${list}?${query}`), ids[order[0] ?? 0])
    const seen: string[] = []
    while (path) {
      const page: string = await open(path)
      seen.push(path)
      expect(new URL(backOf(page), 'https://x').searchParams.toString()).toBe(
        new URLSearchParams(query).toString(),
      )
      path = withKey(page, 'j')
    }
    expect(seen.map((one) => ids.findIndex((id) => one.includes(id)))).toEqual(order)
  })

  it('lead back to the page that the row is on', async () => {
    const { ids, list, open } = await fixture()
    const second = await open(`${list}?per_page=2&status=all`)
    const onSecond = await open(hrefs(second).find((href) => href.includes('cursor=next')) ?? '')
    expect(hrefs(onSecond).filter((href) => href.includes('/per_'))).toHaveLength(2)
    const third = await open(linkTo(onSecond, ids[2]))
    const pageOf = async (html: string) => {
      const page = await open(backOf(html).replace(/#.*/, ''))
      return ids.filter((id) => page.includes(`<tr id="${id}"`)).map((id) => ids.indexOf(id))
    }
    expect(await pageOf(third)).toEqual([2, 3])
    const fourth = await open(String(withKey(third, 'j')))
    expect(await pageOf(fourth)).toEqual([2, 3])
    expect(await pageOf(await open(String(withKey(fourth, 'j'))))).toEqual([4])
    const back = await open(String(withKey(third, 'k')))
    expect(await pageOf(back)).toEqual([0, 1])
    expect(backOf(back)).not.toContain('from=')
  })

  it('lead back from a page that begins at a letter', async () => {
    const { ids, list, open } = await fixture()
    const demir = await open(linkTo(await open(`${list}?letter=d&per_page=1`), ids[3]))
    expect(backOf(demir)).toBe(`${list}?per_page=1&letter=d&from=3#${ids[3]}`)
    const bach = await open(String(withKey(demir, 'k')))
    const page = await open(backOf(bach).replace(/#.*/, ''))
    expect([page.includes(`<tr id="${ids[1]}"`), textOf(page).includes('2–2 von 4')]).toEqual([true, true])
  })

  it('follow the order of a custom column', async () => {
    const { club, ids, list, open } = await fixture()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Size', type: 'number', external_id: 'size' }],
    })
    for (const [index, size] of [3, 1, 9, 2, 4].entries())
      await club.put(`/lists/members/persons/${ids[index]}`, { size })
    const page = await open(linkTo(await open(`${list}?sort=size`), ids[3]))
    expect([withKey(page, 'k'), withKey(page, 'j')]).toEqual([
      expect.stringContaining(String(ids[1])),
      expect.stringContaining(String(ids[0])),
    ])
  })

  it('are still there after an edit', async () => {
    const { ids, staff, list, open } = await fixture()
    const path = `${list}/${ids[1]}`
    const page = await open(`${path}?row=1&from=search%3Dbac`)
    const place = '?row=1&from=search%3Dbac'
    for (const act of ['/edit', '/end', '/delete']) expect(hrefs(page)).toContain(`${path}${act}${place}`)
    expect(hrefs(await open(`${path}/edit${place}`))).toContain(`${path}${place}`)
    const ended = await staff.submit(`${path}/end${place}`, { leave_date: '2026-12-31' })
    const to = String(ended.headers.get('Location'))
    expect([to, leadsTo(ended)]).toEqual([
      `${path}${place}`,
      expect.stringContaining(' after ended?batch=bat_'),
    ])
    expect(backOf(await open(to))).toBe(`${list}?search=bac#${ids[1]}`)
  })

  it('do not tell what is shown masked', async () => {
    const { club, ids, list, open } = await fixture('office')
    const iban = 'DE89370400440532013000'
    await club.put(`/lists/members/persons/${ids[3]}`, { bank_account: { iban } })
    const from = new URLSearchParams({ 'filter[bank_account.iban][is]': iban }).toString()
    const page = await open(`${list}/${ids[1]}?${new URLSearchParams({ row: '1', from })}`)
    expect(withKey(page, 'j')).toBeUndefined()
    expect(page).not.toContain(`/${ids[3]}`)
  })

  it('of others are unknown', async () => {
    const { list, ids } = await fixture()
    const stranger = await staffOf(await workspace(), 'owner')
    expect((await stranger.get(`${list}/${ids[1]}?row=1`)).status).toBe(404)
  })

  it('cost a few rows in the order of names, whatever the size of the list', async () => {
    const { club, ids, staff, list } = await fixture()
    const read = async () => (await staff.get(`${list}/${ids[1]}?row=1`)).cost.rowsRead
    const small = await read()
    expect(small - (await staff.get(`${list}/${ids[1]}`)).cost.rowsRead).toBeLessThan(20)
    await seedMembers(club.id, 2000)
    expect(await read()).toBeLessThan(small + 5)
  })
})

describe('the tabs of a person on phones', () => {
  const current = (html: string) =>
    /<nav class="tabs tabs-phone"[\s\S]*?aria-current="page">([^<]*)/.exec(html)?.[1]

  it('are links with addresses of their own', async () => {
    const { ids, list, open } = await fixture('treasurer')
    const path = `${list}/${ids[0]}`
    const page = await open(path)
    expect(current(page)).toBe('Daten')
    expect(hrefs(page)).toEqual(expect.arrayContaining([path, `${path}?tab=fees`, `${path}?tab=history`]))
    expect(current(await open(`${path}?tab=fees`))).toBe('Beiträge')
    const history = await open(`${path}?tab=history&row=1`)
    expect(current(history)).toBe('Verlauf')
    expect(withKey(history, 'j')).toBe(`${list}/${ids[1]}?row=2&tab=history`)
  })

  it('begin with the data where the address names no tab', async () => {
    const { ids, list, open } = await fixture()
    expect(current(await open(`${list}/${ids[0]}?tab=other`))).toBe('Daten')
  })
})

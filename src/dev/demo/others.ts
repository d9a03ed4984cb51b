import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEMO_STAFF } from '../seed.ts'
import { inDays } from './days.ts'

/** A small association beside the demo, with a key of its own. */
export type Other = { name: string; id: string; key: string }

type Send = <Data>(method: string, path: string, body: object) => Promise<Data>

const FIRST_NAMES = ['Anke', 'Bodo', 'Carla', 'Dirk', 'Elif', 'Frank', 'Gesa', 'Hakan']

const members = FIRST_NAMES.map((first_name, index) => ({
  external_id: `r-${index + 1}`,
  name: { first_name, last_name: 'Seefelder' },
  email: `${first_name.toLowerCase()}.seefelder@example.org`,
  join_date: `${2015 + index}-04-01`,
}))

const fees = members.map(({ external_id }) => ({
  person_external_id: external_id,
  external_id: `annual-${external_id}`,
  amount: 6000,
  description: 'Jahresbeitrag',
  due_on: inDays(14),
}))

/**
 * Makes small associations beside the demo until a state folder has so many, and returns all of them. The service puts each into
 * the emptiest database. The owner of the demo works for them, too.
 */
export async function makeOthers(
  origin: string,
  { folder, count, operatorToken }: { folder: string; count: number; operatorToken: string },
): Promise<Other[]> {
  const file = join(folder, 'demo', 'others.json')
  const others: Other[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  mkdirSync(dirname(file), { recursive: true })
  while (others.length < count) {
    others.push(await makeOther(origin, operatorToken, `Ruderverein Seefeld ${others.length + 1} e. V.`))
    writeFileSync(file, JSON.stringify(others))
  }
  return others.slice(0, count)
}

async function makeOther(origin: string, operatorToken: string, name: string): Promise<Other> {
  const operate = sendTo(origin, operatorToken)
  const { id } = await operate<{ id: string }>('POST', '/operator/workspaces', { name })
  const { email, name: owner } = DEMO_STAFF[0]
  await operate('POST', `/operator/workspaces/${id}/staff`, { name: owner, email })
  const keys = `/operator/workspaces/${id}/api_keys`
  const { token } = await operate<{ token: string }>('POST', keys, { name: 'Demo key' })
  const send = sendTo(origin, token)
  await send('PUT', '/lists/members/persons', { data: members })
  await send('POST', '/fees', { data: fees })
  return { name, id, key: token }
}

const sendTo =
  (origin: string, token: string): Send =>
  async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: never }).data
  }

import { expect, it } from 'vitest'
import type { Bindings } from '../../../src/env'
import { deliverMails, postMail } from '../../support/mails'
import {
  DATABASES,
  goOnOnce,
  goOnTo,
  inPlace,
  moved,
  rowsIn,
  schedule,
  useDatabases,
} from '../../support/moves'
import { createPerson } from '../../support/portal'
import { addEndpoint, receiver, runWebhooks, toldNumbers } from '../../support/receiver'
import { workspace } from '../../support/workspace'

useDatabases()

const SEVERAL = DATABASES as Partial<Bindings>

it('loses no write of ten clients that it has acknowledged, and carries none out twice', async () => {
  const club = await workspace()
  const acknowledged: string[] = []
  const refused = new Set<string>()
  let isOver = false
  let number = 0
  const client = async () => {
    while (!isOver) {
      const name = `person-${++number}`
      const headers = { 'Idempotency-Key': name }
      // Sent again with its key until it is acknowledged, also after an answer: whoever has lost one does so.
      for (;;) {
        const body = { name: { first_name: name } }
        const { status, body: answer } = await club.post('/lists/members/persons', body, {
          headers,
          env: SEVERAL,
        })
        if (status === 201) break
        refused.add(`${status} ${answer.type}`)
        await scheduler.wait(0)
        if (isOver && status !== 201) return
      }
      acknowledged.push(name)
      // The move has the same isolate, whose timers wait while one request follows another without a break.
      await scheduler.wait(0)
    }
  }
  const clients = Array.from({ length: 10 }, client)
  try {
    for (const to of ['b', 'a'] as const) {
      await scheduler.wait(50)
      await moved(club, to)
    }
    await scheduler.wait(50)
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  expect([...refused].filter((one) => !/workspace_moving|still_running|busy/.test(one))).toEqual([])
  const stored = await inPlace<{ name: string }>(
    'a',
    'SELECT first_name AS name FROM persons WHERE workspace_id = ? ORDER BY first_name',
    club.id,
  )
  const names = stored.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !acknowledged.includes(name))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(await rowsIn('b', club.id)).toEqual({})
})

it('gives the result of a request again that was acknowledged before', async () => {
  const club = await workspace()
  const asked = { headers: { 'Idempotency-Key': 'once' }, env: SEVERAL }
  const send = () => club.post('/lists/members/persons', { name: { first_name: 'Ada' } }, asked)
  const first = await send()
  await moved(club, 'b')
  expect((await send()).body).toEqual(first.body)
})

it('sends a mailing in the middle to each recipient once', async () => {
  const club = await workspace()
  const addresses = ['ada', 'ben', 'cleo', 'dora', 'emil'].map((name) => `${name}@example.org`)
  for (const email of addresses) await createPerson(club, { email })
  const { queued } = await postMail(club, { filter: {} }, { env: SEVERAL })
  let left: string | undefined
  const first = await deliverMails(queued, {
    bindings: SEVERAL,
    service: async () => {
      if (left) return undefined
      await schedule(club, 'b')
      // The second one is being sent.
      left = (await goOnOnce(club)).left
      return undefined
    },
  })
  expect(left).toBe('later')
  expect([first.sent.length, first.retried.length]).toEqual([1, 1])
  expect((await deliverMails(queued, { bindings: SEVERAL })).sent).toEqual([])
  await goOnTo(club, 'done')
  const second = await deliverMails(first.retried, { bindings: SEVERAL })
  const sent = [...first.sent, ...second.sent].map(({ to }) => to)
  expect(sent.sort()).toEqual(addresses)
  const states = await inPlace('b', 'SELECT state, count(*) AS count FROM mail_recipients GROUP BY state')
  expect(states).toEqual([{ state: 'sent', count: 5 }])
})

it('tells an endpoint of each event once', async () => {
  const club = await workspace()
  await addEndpoint(club)
  for (const first_name of ['Ada', 'Ben', 'Cleo']) await createPerson(club, { name: { first_name } })
  let left: string | undefined
  const { received } = receiver(async () => {
    if (!left) {
      await schedule(club, 'b')
      left = (await goOnOnce(club)).left
    }
    return new Response()
  })
  await runWebhooks(club, SEVERAL)
  expect(left).toBe('later')
  await goOnTo(club, 'done')
  await club.post('/lists/members/persons', { name: { first_name: 'Dora' } }, { env: SEVERAL })
  await runWebhooks(club, SEVERAL)
  const numbers = toldNumbers(received)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(4)
})

import { env } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import { call } from '../support/call'
import { watchLog } from '../support/log'

const PREVIOUS = 'operator-token-before'
const ROTATING = { OPERATOR_TOKEN_PREVIOUS: PREVIOUS, LOG_LEVEL: 'info' }
const ask = (key: string, given: object = ROTATING) =>
  call('GET', '/operator/workspaces', { key, env: given }).then(({ status }) => status)

let log: ReturnType<typeof watchLog> | undefined
afterEach(() => log?.end())

it('accepts the operator token and the previous one, and logs who sends the previous one', async () => {
  log = watchLog()
  expect([await ask(String(env.OPERATOR_TOKEN)), await ask(PREVIOUS)]).toEqual([200, 200])
  expect(log.lines().map(({ operator_token }) => operator_token)).toEqual([undefined, 'previous'])
  expect(log.texts.join()).not.toContain(PREVIOUS)
})

it.each([{}, { OPERATOR_TOKEN_PREVIOUS: '' }])('accepts the current token alone with %j', async (given) => {
  expect([
    await ask(String(env.OPERATOR_TOKEN), given),
    await ask(PREVIOUS, given),
    await ask('', given),
  ]).toEqual([200, 401, 401])
})

it('does not exist with a previous token alone', async () => {
  const given = { OPERATOR_TOKEN: '', OPERATOR_TOKEN_PREVIOUS: PREVIOUS }
  expect([await ask(PREVIOUS, given), await ask('', given)]).toEqual([404, 404])
})

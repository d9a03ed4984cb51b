import { existsSync, readFileSync } from 'node:fs'
import type { State } from './fake-account.ts'

// Preloaded by the commands of an operator: their address of the service leads to the one of this machine, which answers once a
// version is deployed in the account, and by the id of that.
const { LOCAL_ORIGIN = '', PUBLIC_ORIGIN = '', FAKE_ACCOUNT = '' } = process.env
const away = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.origin !== PUBLIC_ORIGIN) return away(input, init)
  const { deployment } = stateOf()
  if (deployment.length === 0) throw new TypeError('fetch failed')
  const response = await away(`${LOCAL_ORIGIN}${url.pathname}${url.search}`, init)
  if (url.pathname !== '/health') return response
  const asked = new Headers(init?.headers).get('Cloudflare-Workers-Version-Overrides') ?? ''
  const version =
    deployment.find(({ version_id }) => asked.includes(version_id)) ??
    deployment.find(({ percentage }) => percentage === 100)
  const health = (await response.json()) as object
  return Response.json({ ...health, version: version?.version_id }, { status: response.status })
}

function stateOf(): Pick<State, 'deployment'> {
  if (!existsSync(FAKE_ACCOUNT)) return { deployment: [] }
  return (JSON.parse(readFileSync(FAKE_ACCOUNT, 'utf8')) as { state: State }).state
}

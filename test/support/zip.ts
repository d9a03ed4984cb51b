import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { unzipSync } from 'fflate'
import worker from '../../src/index'
import { ORIGIN } from './call'

/** The files of a ZIP by name, as text. */
export type Unzipped = Record<string, string>

/** Downloads a ZIP and unpacks it; a text for another answer. */
export async function download(
  path: string,
  { method = 'GET', headers }: { method?: string; headers: Record<string, string> },
): Promise<{ status: number; headers: Headers; files: Unzipped; bytes: Uint8Array }> {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}${path}`, { method, headers, redirect: 'manual' })
  const response = await worker.fetch(request, { ...env, ADDRESS_RATE: { limit } }, context)
  const bytes = new Uint8Array(await response.arrayBuffer())
  await waitOnExecutionContext(context)
  const files = response.status === 200 ? unzipped(bytes) : {}
  return { status: response.status, headers: response.headers, files, bytes }
}

const limit = async () => ({ success: true })

const unzipped = (bytes: Uint8Array): Unzipped =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString('utf8')]),
  )

/** Downloads the export of a workspace as the operator. */
export const exportOf = (id: string) =>
  download(`/operator/workspaces/${id}/export`, {
    headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
  })

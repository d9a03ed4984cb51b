import assert from 'node:assert/strict'
import { startService } from '../../e2e/support/service.ts'

/**
 * How long the portal's entry page takes for known and for unknown addresses, which its time must not tell apart:
 * medians of fifty each, in turns. Reported, not judged.
 */
export async function entryPageTimes(): Promise<string> {
  const service = await startService()
  try {
    const workspace = { name: 'TSV Lindental', member_portal: { slug: 'tsv-lindental' } }
    const { id } = await service.operator('POST', '/workspaces', workspace)
    const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'bench' })
    const emails = Array.from({ length: 50 }, (_, n) => `known${n}@example.org`)
    await service.api(token, 'PUT', '/lists/members/persons', { data: emails.map((email) => ({ email })) })
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const [n, email] of emails.entries()) {
      times.known.push(await millisecondsFor(service.origin, email, `192.0.2.${n}`))
      times.unknown.push(await millisecondsFor(service.origin, `un${email}`, `192.0.2.${n}`))
    }
    return `Entry page, medians of 50: known addresses ${median(times.known)} ms, unknown ${median(times.unknown)} ms`
  } finally {
    await service.stop()
  }
}

async function millisecondsFor(origin: string, email: string, caller: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${origin}/portal/tsv-lindental`, {
    method: 'POST',
    headers: { 'CF-Connecting-IP': caller, Origin: origin },
    body: new URLSearchParams({ email }),
  })
  await answer.text()
  assert.equal(answer.status, 200)
  return performance.now() - started
}

const median = (times: number[]): string =>
  Number(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toFixed(1)

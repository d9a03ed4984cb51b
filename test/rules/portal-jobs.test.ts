import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Bindings, QueuedJob, QueuedMail } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from '../support/call'
import { jobQueue, runJobsOf } from '../support/cron'
import { PUBLIC_URL, setPortal } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

/** The jobs that the hourly run queues, and what runs them with a queue of mails that keeps what it is told. */
async function hourly(wanted: QueuedJob['job']) {
  const { JOBS, queued } = jobQueue()
  const mails: QueuedMail[] = []
  const sendBatch = async (batch: { body: QueuedMail }[]) => void mails.push(...batch.map(({ body }) => body))
  const bindings = {
    ...env,
    ...QUIET,
    PUBLIC_URL,
    JOBS,
    BACKUPS: undefined,
    MAILS: { sendBatch },
  } as unknown as Bindings
  const controller = createScheduledController({ scheduledTime: new Date(), cron: '17 * * * *' })
  await worker.scheduled(controller, bindings)
  const jobs = queued.filter(({ job }) => job === wanted)
  const run = async (id: string) => {
    const own = jobs.filter(({ workspace_id }) => workspace_id === id)
    const before = queued.length
    expect(await runJobsOf(own, bindings)).toEqual([])
    return { mails: mails.splice(0), more: queued.slice(before) }
  }
  return { ids: jobs.map(({ workspace_id }) => workspace_id).sort(), run }
}

const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)`
const idOf = (n: number) => `per_${String(n).padStart(24, '0')}`

async function clubs(): Promise<[Workspace, Workspace]> {
  const both = [await workspace(), await workspace()] as const
  for (const [index, club] of both.entries()) await setPortal(club, { slug: `club-${index}` })
  return [...both]
}

describe('one workspace with many', () => {
  it('old addresses keeps no other one waiting, and tells each once', async () => {
    const [large, small] = await clubs()
    const replace = ({ id }: Workspace, count: number) =>
      rows(
        `${numbers} INSERT INTO email_reversals (workspace_id, person_id, requested_at, token_hash, restores, current_email,
          expires_at, is_untold)
        SELECT ?1, printf('per_%024d', n), printf('2026-01-01T00:00:%02d.000Z', n % 60), 'h' || n, n || '@example.org',
          'new@example.org', '2099-01-01', 1 FROM numbers`,
        id,
        count,
      )
    await replace(large, 1_200)
    await replace(small, 2)
    const { ids, run } = await hourly('tell_old_addresses')
    expect(ids).toEqual([large.id, small.id].sort())
    const first = await run(large.id)
    expect([first.mails.length, first.more.map(({ job, workspace_id }) => [job, workspace_id])]).toEqual([
      1_000,
      [['tell_old_addresses', large.id]],
    ])
    expect((await run(small.id)).mails).toMatchObject([
      { kind: 'email_notice', workspace_id: small.id, to: '1@example.org' },
      { kind: 'email_notice', workspace_id: small.id, to: '2@example.org' },
    ])
    const rest = await run(large.id)
    expect([rest.mails.length, rest.more]).toEqual([200, []])
    const told = [...first.mails, ...rest.mails].map((mail) => ('to' in mail ? mail.to : ''))
    expect(new Set(told).size).toBe(1_200)
    expect((await hourly('tell_old_addresses')).ids).toEqual([])
  })

  it('mandates to void keeps no other one waiting, and voids those alone that a person still has', async () => {
    const [large, small] = await clubs()
    const hour = new Date(Date.now() - 3_600_000).toISOString()
    const grant = async ({ id }: Workspace, count: number) => {
      await rows(
        `${numbers} INSERT INTO persons (workspace_id, list_id, area, id, email, payment_method, bank_account, sepa_mandate,
          custom_values, created_at, updated_at)
        SELECT ?1, 'members', 'regular', printf('per_%024d', n), n || 'new@example.org', 'direct_debit',
          '{"iban":"DE02120300000000202051"}', '{"reference":"M-' || n || '","signature_date":"2026-01-01"}', '{}', ?3, ?3
        FROM numbers`,
        ...[id, count, hour],
      )
      await rows(
        `${numbers} INSERT INTO mandate_reversals (workspace_id, person_id, granted_at, reference, account_given, confirmed_by,
          expires_at)
        SELECT ?1, printf('per_%024d', n), ?3, 'M-' || n, '{"iban":"DE02120300000000202051"}', n || 'old@example.org', ?4
        FROM numbers`,
        ...[id, count, hour, '2099-01-01T00:00:00.000Z'],
      )
      await rows(
        `${numbers} INSERT INTO portal_guards (workspace_id, person_id, address_changed_at, changed_at)
        SELECT ?1, printf('per_%024d', n), ?3, ?3 FROM numbers
        WHERE true ON CONFLICT DO UPDATE SET address_changed_at = excluded.address_changed_at`,
        ...[id, count, hour],
      )
    }
    await grant(large, 101)
    await grant(small, 1)
    // Mandates that staff have replaced since are not voided, however many come first.
    await rows(
      `UPDATE persons SET sepa_mandate = json_set(sepa_mandate, '$.reference', 'N-' || id) WHERE workspace_id = ? AND id <= ?`,
      large.id,
      idOf(50),
    )
    const { ids, run } = await hourly('void_mandates')
    expect(ids).toEqual([large.id, small.id].sort())
    const first = await run(large.id)
    expect([first.mails.length, first.more.length]).toEqual([80, 1])
    const { mails, more } = await run(small.id)
    expect([mails.map((mail) => ('to' in mail ? mail.to : '')), more]).toEqual([
      ['1old@example.org', '1new@example.org'],
      [],
    ])
    const rest = await run(large.id)
    expect([rest.mails.length, rest.more]).toEqual([22, []])
    expect(
      await rows(
        'SELECT workspace_id, count(*) AS n FROM persons WHERE sepa_mandate IS NOT NULL GROUP BY workspace_id',
      ),
    ).toEqual([{ workspace_id: large.id, n: 50 }])
    expect((await hourly('void_mandates')).ids).toEqual([])
  })
})

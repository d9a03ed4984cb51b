import { afterEach, describe, expect, it, vi } from 'vitest'
import { addEndpoint, receiver, runWebhooks } from '../support/receiver'
import { rows, workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const REFUSED = {
  address_malformed: ['no address', 'https://', '//club.example.org'],
  address_not_https: ['http://club.example.org/hooks', 'ftp://club.example.org', 'javascript:alert(1)'],
  address_with_credentials: ['https://user@club.example.org', 'https://user:word@club.example.org'],
  address_with_fragment: ['https://club.example.org/hooks#top'],
  address_with_port: ['https://club.example.org:8443/hooks', 'https://club.example.org:80'],
  address_of_ip: [
    ...[
      'https://127.0.0.1',
      'https://10.0.0.1',
      'https://169.254.169.254/latest',
      'https://0x7f000001',
      'https://2130706433',
    ],
    ...[
      'https://017700000001',
      'https://[::1]',
      'https://[fd00::1]',
      'https://[::ffff:127.0.0.1]',
      'https://8.8.8.8',
    ],
  ],
  address_not_public: [
    ...[
      'https://localhost',
      'https://club',
      'https://printer.local',
      'https://db.internal',
      'https://x.localhost.',
    ],
    ...[
      'https://127.0.0.1.nip.io',
      'https://a.sslip.io',
      'https://localtest.me',
      'https://metadata.google.internal',
    ],
  ],
  address_of_service: ['https://mas.test/hooks', 'https://MAS.test./hooks'],
}

describe('the address of an endpoint', () => {
  it.each(Object.entries(REFUSED).flatMap(([code, urls]) => urls.map((url) => [url, code])))(
    '%s is refused as %s',
    async (url, code) => {
      const club = await workspace()
      const { id } = await addEndpoint(club)
      for (const answer of [
        await club.post('/webhook_endpoints', { url, events: ['fee.*'] }),
        await club.patch(`/webhook_endpoints/${id}`, { url }),
      ]) {
        expect([answer.status, answer.body.issues?.[0]]).toMatchObject([422, { path: 'url', code }])
      }
      expect(await rows('SELECT DISTINCT url FROM webhook_endpoints')).toEqual([
        { url: 'https://www.verein.example.org/hooks' },
      ])
    },
  )

  it('may have a query, an international name and a port of 443', async () => {
    const club = await workspace()
    for (const url of [
      'https://club.example.org/hooks?token=1',
      'https://müller.example.org',
      'https://club.example.org:443/',
    ])
      expect((await club.post('/webhook_endpoints', { url, events: ['fee.*'] })).status).toBe(201)
  })

  it('is looked at again at each delivery', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    await rows("UPDATE webhook_endpoints SET url = 'https://127.0.0.1/hooks' WHERE id = ?", id)
    const { received } = receiver()
    await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
    await runWebhooks(club)
    expect(received).toEqual([])
    const [attempt] = (await club.get(`/webhook_endpoints/${id}/attempts`)).body.data
    expect(attempt).toMatchObject({ status: null, failure: 'address_of_ip' })
  })

  it('may not redirect', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    const { received } = receiver(
      () => new Response('', { status: 302, headers: { Location: 'https://10.0.0.1' } }),
    )
    await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
    await runWebhooks(club)
    expect(received).toHaveLength(1)
    expect(vi.mocked(globalThis.fetch).mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
    expect((await club.get(`/webhook_endpoints/${id}`)).body.data.failing_since).not.toBe(null)
  })
})

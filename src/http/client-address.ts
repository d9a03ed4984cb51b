import type { Context } from 'hono'

/** The client's IPv4 address, or the first 64 bits of its IPv6 address, which a household shares. */
export function clientAddress(c: Context): string {
  // Cloudflare overwrites this header in every request.
  const address = c.req.header('CF-Connecting-IP') ?? ''
  return address.includes(':') ? ipv6Network(address) : address
}

function ipv6Network(address: string): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

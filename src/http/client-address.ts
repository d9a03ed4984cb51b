import type { Context } from 'hono'

/** Who asks, as far as the network tells: an IPv4 address, or the 64 bits of IPv6 that a household shares. */
export function clientAddress(c: Context): string {
  // Cloudflare sets this header itself, whatever the request said.
  const address = c.req.header('CF-Connecting-IP') ?? ''
  return address.includes(':') ? networkOf(address) : address
}

function networkOf(address: string): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

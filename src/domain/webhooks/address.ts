import type { AddressRefusal } from '../shared/webhook-refusals'

/** Names that end so are of no public host. */
const NOT_PUBLIC =
  /\.(local|localhost|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/** Services whose names lead to any address that the name itself contains, or to the caller's own machine. */
const LEADS_ANYWHERE =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|traefik\.me)$/

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Why webhooks are not sent to an address; undefined if they may be. `ownHosts` are the hosts of this service. With
 * `allowsLoopback`, on the machine of a developer, an address of that machine may have any scheme and port.
 */
export function refusalOf(
  address: URL,
  { ownHosts, allowsLoopback }: { ownHosts: readonly string[]; allowsLoopback: boolean },
): AddressRefusal | undefined {
  // The parser has written numbers of any form as an IP address, and international names in ASCII.
  const host = address.hostname.replace(/\.$/, '')
  if (address.username !== '' || address.password !== '') return 'address_with_credentials'
  if (address.hash !== '') return 'address_with_fragment'
  if (allowsLoopback && LOOPBACK.includes(host) && /^https?:$/.test(address.protocol)) return undefined
  if (address.protocol !== 'https:') return 'address_not_https'
  if (address.port !== '') return 'address_with_port'
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return 'address_of_ip'
  if (ownHosts.includes(host)) return 'address_of_service'
  if (!host.includes('.') || NOT_PUBLIC.test(host) || LEADS_ANYWHERE.test(host)) return 'address_not_public'
  return undefined
}

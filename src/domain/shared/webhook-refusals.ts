import type { SentencesOf } from './sentences'

/** Why events are not sent to an address. */
export type AddressRefusal =
  | 'no_address'
  | 'not_https'
  | 'with_credentials'
  | 'with_fragment'
  | 'port'
  | 'ip_address'
  | 'not_public'
  | 'own_host'

/** Why an endpoint of webhooks is not stored, or nothing sent again. */
export type WebhookRefusal =
  | { code: 'webhook_address'; because: AddressRefusal }
  | { code: 'too_many_endpoints'; max: number }
  | { code: 'event_not_replayed'; days: number }
  | { code: 'not_an_event' | 'only_with_active' }

const ADDRESSES: Record<AddressRefusal, string> = {
  no_address: 'must be an address, such as https://www.your-club.org/hooks',
  not_https: 'must begin with https://',
  with_credentials: 'must have no user name and no password; check the signature instead',
  with_fragment: 'must have no #',
  port: 'must have no port, so that it is 443',
  ip_address: 'must have a name, not an IP address',
  not_public: 'must be a name that everyone on the internet can reach',
  own_host: 'is this service itself',
}

/** What callers of the API read about a refusal. */
export const webhookMessages: SentencesOf<WebhookRefusal> = {
  webhook_address: ({ because }) => ADDRESSES[because],
  too_many_endpoints: ({ max }) => `is one too many: a workspace has at most ${max} endpoints`,
  event_not_replayed: ({ days }) =>
    `must be an event that the endpoint was sent or passed over, at most ${days} days ago`,
  not_an_event: 'is no event that webhooks tell; the guide lists them',
  only_with_active: 'is only for `state` `active`; leave it out',
}

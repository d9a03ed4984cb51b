import type { SentencesOf } from './sentences'

/** Why events are not sent to an address. */
export type AddressRefusal =
  | 'address_malformed'
  | 'address_not_https'
  | 'address_with_credentials'
  | 'address_with_fragment'
  | 'address_with_port'
  | 'address_of_ip'
  | 'address_not_public'
  | 'address_of_service'

/** Why an endpoint of webhooks is not stored, or nothing sent again. */
export type WebhookRefusal =
  | { code: AddressRefusal }
  | { code: 'too_many_endpoints'; max: number }
  | { code: 'event_not_replayed'; days: number }
  | { code: 'not_an_event' | 'only_with_active' }

const addressMessages: Record<AddressRefusal, string> = {
  address_malformed: 'must be an address, such as https://www.your-club.org/hooks',
  address_not_https: 'must begin with https://',
  address_with_credentials: 'must have no user name and no password; check the signature instead',
  address_with_fragment: 'must have no #',
  address_with_port: 'must have no port, so that it is 443',
  address_of_ip: 'must have a name, not an IP address',
  address_not_public: 'must be a name that everyone on the internet can reach',
  address_of_service: 'is this service itself',
}

/** What callers of the API read about a refusal. */
export const webhookMessages: SentencesOf<WebhookRefusal> = {
  ...addressMessages,
  too_many_endpoints: ({ max }) => `is one too many: a workspace has at most ${max} endpoints`,
  event_not_replayed: ({ days }) =>
    `must be an event that the endpoint was sent or passed over, at most ${days} days ago`,
  not_an_event: 'is no event that webhooks tell; the guide lists them',
  only_with_active: 'is only for the state active; leave it out',
}

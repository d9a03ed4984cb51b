import type { SentencesOf } from '../domain/shared/sentences'
import type { AddressRefusal, WebhookRefusal } from '../domain/shared/webhook-refusals'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<WebhookRefusal>

const ADDRESSES_DE: Record<AddressRefusal, string> = {
  address_malformed: 'Das ist keine Adresse. Gib eine ein wie https://www.euer-verein.de/hooks.',
  address_not_https: 'Die Adresse muss mit https:// beginnen.',
  address_with_credentials: 'Lass Benutzername und Passwort weg. Dass wir es sind, zeigt die Signatur.',
  address_with_fragment: 'Lass das # und den Text danach weg.',
  address_with_port: 'Lass den Port weg. Möglich ist nur 443.',
  address_of_ip: 'Gib einen Namen ein, keine IP-Adresse.',
  address_not_public: 'Diese Adresse ist im Internet nicht erreichbar. Gib eine öffentliche ein.',
  address_of_service: 'Das ist die Adresse dieses Dienstes. Gib die des Empfängers ein.',
}

const ADDRESSES_EN: Record<AddressRefusal, string> = {
  address_malformed: 'This is no address. Enter one such as https://www.your-club.org/hooks.',
  address_not_https: 'The address must begin with https://.',
  address_with_credentials: 'Leave out user name and password. The signature shows that it is us.',
  address_with_fragment: 'Leave out the # and the text after it.',
  address_with_port: 'Leave out the port. Only 443 is possible.',
  address_of_ip: 'Enter a name, not an IP address.',
  address_not_public: 'This address cannot be reached on the internet. Enter a public one.',
  address_of_service: 'This is the address of this service. Enter that of the receiver.',
}

/** Why an endpoint of webhooks is not stored, and what to do. */
export const de = ({ number }: Formats): Texts => ({
  ...ADDRESSES_DE,
  too_many_endpoints: ({ max }) => `Ein Verein hat höchstens ${number(max)} Webhooks. Lösche erst einen.`,
  event_not_replayed: ({ days }) =>
    `Noch einmal gesendet wird nur, was in den letzten ${number(days)} Tagen schon an der Reihe war.`,
  not_an_event: 'Dieses Ereignis gibt es nicht. Wähle eines aus der Liste.',
  only_with_active: 'Das geht nur, wenn der Webhook eingeschaltet wird.',
})

export const en = ({ number }: Formats): Texts => ({
  ...ADDRESSES_EN,
  too_many_endpoints: ({ max }) => `An association has at most ${number(max)} webhooks. Delete one first.`,
  event_not_replayed: ({ days }) => `Only what had its turn in the last ${number(days)} days is sent again.`,
  not_an_event: 'There is no such event. Choose one from the list.',
  only_with_active: 'This is possible only when the webhook is switched on.',
})

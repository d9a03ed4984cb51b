import { countryName } from './format'
import type { Locale } from './locale'

type Address = {
  street: string | null
  postcode: string | null
  city: string | null
  country_code: string | null
}

/** The lines of an address under a name; the country only abroad. */
export function addressLines(address: Address | null | undefined, locale: Locale): string[] {
  if (!address) return []
  const { street, postcode, city, country_code: country } = address
  const isAbroad = country && country !== locale.tag.split('-')[1]
  return [
    street,
    [postcode, city].filter(Boolean).join(' '),
    isAbroad && countryName(country, locale),
  ].flatMap((line) => line || [])
}

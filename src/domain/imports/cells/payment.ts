import { headerKey } from '../headers'
import { NOTHING, type Reader, taken } from './grade'
import { saysNone, tidyText } from './text'

export const PAYMENT_METHODS = ['direct_debit', 'bank_transfer', 'cash'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

const WORDS: [method: PaymentMethod, words: RegExp][] = [
  [
    'direct_debit',
    /lastschr|sepa|einzug|abbuch|\babruf|direct ?debit|^(?:ls|lsv|lsm|le|dd|ee|sdd|lastsch|last|debit)$/,
  ],
  [
    'bank_transfer',
    /uberweis|ueberweis|rechnung|selbstzahl|dauerauftr|transfer|invoice|standing order|^(?:uw|ue|ueb|ueberw|uberw|ub|re|rg|rech|da|bank|sz|uberweiser)$/,
  ],
  ['cash', /^bar|\bbar$|cash|^kasse|^(?:b)$/],
]

/** Reads how a person pays. A word that it does not know is asked for. */
export const readPayment: Reader<PaymentMethod> = (text) => {
  const own = PAYMENT_METHODS.find((method) => method === text)
  if (own) return { grade: 'as_is', value: own }
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const key = headerKey(tidy)
  const isNegated = /^(?:kein|nicht|ohne|no|not)/.test(key)
  const found = WORDS.filter(([, words]) => words.test(key))
  const [method] = found[0] ?? []
  if (!method || isNegated || found.length > 1)
    return { grade: 'doubtful', kind: 'payment_word', value: null, word: tidy }
  return taken(text, method)
}

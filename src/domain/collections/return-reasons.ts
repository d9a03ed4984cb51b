/** A text in each language of the pages. */
type Words = { de: string; en: string }

type Kind = 'no_funds' | 'account_unusable' | 'disputed' | 'deceased' | 'technical' | 'unknown'

/**
 * Why a bank returned a debit. `blocks` says what must change before the next debit: the account, the mandate, or
 * nothing; for a deceased person nothing helps, and no mail may be sent. `forMember` accuses no one.
 */
export type ReturnReason = {
  kind: Kind
  blocks: 'account' | 'mandate' | 'deceased' | null
  forMember: Words
  forTreasurer: Words
}

const RETURNED: Words = {
  de: 'Die Bank hat die Lastschrift zurückgegeben.',
  en: 'The bank has returned the direct debit.',
}

const KINDS: Record<Kind, Pick<ReturnReason, 'blocks' | 'forMember'>> = {
  no_funds: { blocks: null, forMember: RETURNED },
  account_unusable: {
    blocks: 'account',
    forMember: {
      de: 'Die Bank hat die Lastschrift zurückgegeben: Von diesem Konto kann nicht eingezogen werden.',
      en: 'The bank has returned the direct debit: it cannot be collected from this account.',
    },
  },
  disputed: {
    blocks: 'mandate',
    forMember: {
      de: 'Die Bank hat die Lastschrift zurückgegeben: Ihr wurde widersprochen, oder das Mandat fehlt.',
      en: 'The bank has returned the direct debit: it was disputed, or the mandate is missing.',
    },
  },
  deceased: { blocks: 'deceased', forMember: RETURNED },
  technical: { blocks: null, forMember: RETURNED },
  unknown: { blocks: null, forMember: RETURNED },
}

/** The codes of ISO 20022 that banks use to return SEPA direct debits. */
const CODES = new Map<string, [kind: Kind, de: string, en: string]>([
  ['AM04', ['no_funds', 'Konto nicht gedeckt', 'Insufficient funds']],
  [
    'MS03',
    ['no_funds', 'Ohne Angabe von Gründen, oft keine Deckung', 'No reason given, often insufficient funds'],
  ],
  ['AC01', ['account_unusable', 'IBAN falsch', 'IBAN incorrect']],
  ['AC04', ['account_unusable', 'Konto aufgelöst', 'Account closed']],
  ['AC06', ['account_unusable', 'Konto gesperrt', 'Account blocked']],
  [
    'AC13',
    ['account_unusable', 'Kontoart passt nicht zur Lastschrift', 'Type of account does not fit the debit'],
  ],
  ['AG01', ['account_unusable', 'Konto lässt keine Lastschriften zu', 'Account allows no direct debits']],
  ['RC01', ['account_unusable', 'Bank nicht gefunden (BIC falsch)', 'Bank not found (BIC incorrect)']],
  ['MD01', ['disputed', 'Kein gültiges Mandat', 'No valid mandate']],
  ['MD06', ['disputed', 'Vom Kontoinhaber zurückgegeben', 'Refund requested by the account holder']],
  ['MS02', ['disputed', 'Vom Kontoinhaber abgelehnt', 'Refused by the account holder']],
  [
    'SL01',
    ['disputed', 'Vom Kontoinhaber bei der Bank gesperrt', 'Blocked at the bank by the account holder'],
  ],
  ['MD07', ['deceased', 'Kontoinhaber verstorben', 'Account holder deceased']],
  ['AG02', ['technical', 'Vorgangsart falsch', 'Transaction code incorrect']],
  ['AM05', ['technical', 'Doppelt eingereicht', 'Submitted twice']],
  ['BE05', ['technical', 'Gläubiger-ID falsch', 'Creditor identifier incorrect']],
  ['CNOR', ['technical', 'Eigene Bank nicht am Verfahren beteiligt', 'Creditor bank not part of the scheme']],
  [
    'DNOR',
    ['technical', 'Bank des Zahlers nicht am Verfahren beteiligt', 'Debtor bank not part of the scheme'],
  ],
  ['DT01', ['technical', 'Datum ungültig', 'Date invalid']],
  ['FF01', ['technical', 'Dateiformat ungültig', 'File format invalid']],
  ['FF05', ['technical', 'Art der Lastschrift falsch', 'Type of direct debit incorrect']],
  ['FOCR', ['technical', 'Auf Rückruf zurückgegeben', 'Returned after a recall']],
  [
    'RR01',
    ['technical', 'Konto oder Kennung des Zahlers fehlt', 'Account or identification of the debtor missing'],
  ],
  ['RR02', ['technical', 'Name oder Anschrift des Zahlers fehlt', 'Name or address of the debtor missing']],
  ['RR03', ['technical', 'Name oder Anschrift des Vereins fehlt', 'Name or address of the creditor missing']],
  ['RR04', ['technical', 'Aufsichtsrechtlicher Grund', 'Regulatory reason']],
  ['TM01', ['technical', 'Zu spät eingereicht', 'Submitted too late']],
])

/** What the reason code (ISO 20022) of a returned debit means; null for a return without a code. */
export function returnReason(code: string | null): ReturnReason {
  const [kind, de, en] = CODES.get(code ?? '') ?? ['unknown', 'Grund unbekannt', 'Reason unknown']
  return { kind, ...KINDS[kind], forTreasurer: { de, en } }
}

/** The reason codes of returns that block further debits. */
export const BLOCKING_CODES: readonly string[] = [...CODES.keys()].filter((code) => returnReason(code).blocks)

/** The reason codes that banks use, the most frequent first. */
export const REASON_CODES: readonly string[] = [...CODES.keys()]

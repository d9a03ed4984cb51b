import { nameKey } from '../../persons/name-key'
import { allocate, sumOf } from './by-reference'
import type { Candidates, Debtor, Payer } from './candidates'
import { distinct, familiesOf, owes } from './families'
import { type FeeSet, singlesOf, sumsOf } from './fee-sets'
import type { MatchLine } from './line'
import { firstNamesIn, nameKeysIn, namesIn } from './names'
import { referencesOf } from './references'
import { type Reason, type Suggestion, suggestion } from './suggestion'

type Found = Pick<Candidates, 'payersByIban' | 'payersByNameKey'>

/**
 * Fees of the persons whose account the line comes from, and of their families (rule 6): one of the amount, else all of a
 * person, of a family or of all of them, or all of one kind. Those for whom the account has paid before come second.
 */
export function byAccount(line: MatchLine, { payersByIban }: Found): Suggestion[] {
  const found = payersByIban.get(line.party_iban ?? '') ?? []
  const own = found.filter(({ learned }) => !learned).map(({ payer }) => payer)
  const byOwn = setsOf(line, own, true).map((set) => payment(set, { code: 'account', ...countsOf(set) }))
  if (byOwn.length > 0 || own.length === found.length) return byOwn
  const all = distinct([...own, ...found.map(({ payer }) => payer)])
  return setsOf(line, all, true).map((set) => payment(set, { code: 'account_learned', ...countsOf(set) }))
}

/** Fees of persons whose names are both in the line, first of those whom its text names, else of their families (rule 7). */
export function byName(line: MatchLine, found: Found): Suggestion[] {
  const named = namedIn(line, found)
  if (named.length === 0) return []
  const meant = named.filter(firstNamesIn(line))
  const together = (persons: Payer[]) => (haveOneName(persons) ? [] : [persons])
  const own = firstFound([
    () => singlesOf(line.amount, meant),
    () => sumsOf(line.amount, together(meant)),
    () => singlesOf(line.amount, named),
    () => sumsOf(line.amount, [...named.map((payer) => [payer]), ...together(named)]),
  ])
  if (own.length > 0) return own.map((set) => payment(set, { code: 'name', ...countsOf(set) }))
  return setsOf(line, named, false).map((set) => payment(set, { code: 'name_family', ...countsOf(set) }))
}

/**
 * What the only person owes who fits by account or by name, if the line pays less or more. Of a family, the person whom the
 * text of the line names.
 */
export function byOtherAmount(line: MatchLine, found: Found): Suggestion[] {
  const own = ownersOf(line, found)
  const [holder] = onlyOne(line, distinct(familiesOf(own).flat()))
  if (holder) return [part(line, holder, 'account')]
  const named = namedIn(line, found)
  const [one, ...others] = named.length > 1 ? named.filter(firstNamesIn(line)) : named
  const [person] = one && others.length === 0 ? onlyOne(line, [one, ...one.relatives]) : []
  return person && person === one ? [part(line, person, 'name')] : []
}

/** Says whom an account or a name leads to, if what they owe does not fit, or if only the last name does. */
export function byNoAmount(line: MatchLine, found: Found): Suggestion[] {
  const payers = (found.payersByIban.get(line.party_iban ?? '') ?? []).map(({ payer }) => payer)
  const notice = (reason: Reason) => [suggestion({ kind: 'notice', reason, rest: line.amount })]
  const ofAccount = distinct(familiesOf(payers).flat()).filter(owes).length
  if (ofAccount > 0) return notice({ code: 'account_no_sum', persons: ofAccount })
  const ofName = namedIn(line, found).filter(owes).length
  if (ofName > 0) return notice({ code: 'name_no_sum', persons: ofName })
  const ofLastName = withLastNameIn(line, found).filter(owes).length
  return ofLastName > 0 ? notice({ code: 'last_name', persons: ofLastName }) : []
}

/** The sets of fees of the amount of a line that payers and their families owe; `together` also those of all of them. */
function setsOf(line: MatchLine, payers: readonly Payer[], together: boolean): FeeSet[] {
  const families = familiesOf(payers)
  const persons = distinct(families.flat())
  const meant = persons.length > 1 ? meantBy(line, persons) : []
  const groups = [...persons.map((person) => [person]), ...families, ...(together ? [persons] : [])]
  return firstFound([
    () => singlesOf(line.amount, meant),
    () => sumsOf(line.amount, [meant]),
    () => singlesOf(line.amount, persons),
    () => sumsOf(line.amount, groups),
  ])
}

function firstFound(searches: (() => FeeSet[])[]): FeeSet[] {
  for (const search of searches) {
    const found = search()
    if (found.length > 0) return found
  }
  return []
}

/** Whom of a family a line means: those whose first names are in its text, else those whom all of it names. */
function meantBy(line: MatchLine, persons: readonly Debtor[]): Debtor[] {
  const inText = persons.filter(firstNamesIn(line))
  return inText.length > 0 ? inText : persons.filter(namesIn(line))
}

/** The only one of these persons who owes something, else the only one of those whose first name is in the text. */
function onlyOne(line: MatchLine, persons: readonly Debtor[]): Debtor[] {
  const owing = persons.filter(owes)
  const meant = owing.length > 1 ? owing.filter(firstNamesIn(line)) : owing
  return meant.length === 1 ? meant : []
}

const ownersOf = (line: MatchLine, { payersByIban }: Found): Payer[] =>
  (payersByIban.get(line.party_iban ?? '') ?? []).flatMap(({ payer, learned }) => (learned ? [] : [payer]))

/** The persons whose last names a line looks up: none if it has a reference, whoever else is read with it. */
const withLastNameIn = (line: MatchLine, { payersByNameKey }: Found): Payer[] =>
  payersByNameKey.size === 0 || referencesOf(line).length > 0
    ? []
    : distinct(nameKeysIn(line).flatMap((key) => payersByNameKey.get(key) ?? []))

const namedIn = (line: MatchLine, found: Found): Payer[] => withLastNameIn(line, found).filter(namesIn(line))

/** Whether two of some persons have one name, so that a line cannot mean both. */
const haveOneName = (persons: readonly Debtor[]): boolean =>
  new Set(persons.map(({ first_name, last_name }) => nameKey(`${first_name} ${last_name}`))).size <
  persons.length

const countsOf = ({ fees, persons }: FeeSet) => ({ fees: fees.length, persons })

const payment = ({ fees }: FeeSet, reason: Reason): Suggestion =>
  suggestion({
    kind: 'payment',
    reason,
    parts: fees.map(({ id, open_amount }) => ({ fee_id: id, amount: open_amount })),
  })

/** A payment of another amount than a person owes: of the oldest fees first. */
function part({ amount: paid }: MatchLine, { fees }: Debtor, by: 'account' | 'name'): Suggestion {
  const open = sumOf(fees)
  const code = `${by}_${paid < open ? 'less' : 'more'}` as const
  return suggestion({ kind: 'payment', reason: { code, open, paid }, ...allocate(paid, fees) })
}

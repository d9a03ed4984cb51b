import type { CostUnit } from '../domain/cost-units/cost-unit'
import type { Option } from '../ui/form'

/** What the fields of a place and a sphere say. */
export type PlaceValues = { place: string; sphere: string }

/** The value of a choice: the names of a cost unit and of its category. */
export const placeValue = (costUnit: string | null, category: string | null = null): string =>
  costUnit === null ? '' : JSON.stringify(category === null ? [costUnit] : [costUnit, category])

/** The assignment that the values mean. */
export function assignmentOf({ place, sphere }: PlaceValues) {
  const [costunit_name = null, category_name = null] = namesIn(place)
  return { costunit_name, category_name, sphere: sphere || null }
}

/** The choices: each cost unit, and each of its categories. One that was archived since stays if it is the value. */
export function placeOptions(costUnits: Pick<CostUnit, 'name' | 'categories'>[], current: string): Option[] {
  const options = costUnits.flatMap(({ name, categories }) => [
    { value: placeValue(name), label: name },
    ...categories.map((category) => ({
      value: placeValue(name, category.name),
      label: `${name} › ${category.name}`,
    })),
  ])
  const isKnown = current === '' || options.some(({ value }) => value === current)
  return isKnown ? options : [...options, { value: current, label: namesIn(current).join(' › ') }]
}

function namesIn(place: string): string[] {
  try {
    const names: unknown = JSON.parse(place || '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return [place]
  }
}

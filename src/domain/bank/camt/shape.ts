/** A field of a record: the places of its texts in the record, of which the first that is filled counts. */
export type Field = readonly number[]

/** What is read of an element and of those below it: fields, and records in it. All else is passed over. */
export type Shape<Name extends string = string> = {
  fields: Readonly<Record<Name, Field>>
  slots: number
  root: Place
}

/** An element of a shape. */
export type Place = {
  /** By their names without namespaces. */
  inner: Map<string, Place>
  /** Where the text goes; -1 where it is no field. */
  slot: number
  /** The shape of the record that begins here. */
  record?: { name: string; shape: Shape }
  /** Whether it is the root of a shape. */
  isRecord: boolean
}

/** Makes a shape of the paths of its fields, in the order of preference, and of the paths of the records in it. */
export function shapeOf<Name extends string>(
  paths: Readonly<Record<Name, readonly string[]>>,
  records: Readonly<Record<string, Shape>> = {},
): Shape<Name> {
  const root: Place = { inner: new Map(), slot: -1, isRecord: true }
  let slots = 0
  const slotAt = (path: string): number => {
    const place = placeAt(root, path)
    if (place.slot < 0) place.slot = slots++
    return place.slot
  }
  const fields = {} as Record<Name, Field>
  for (const name of Object.keys(paths) as Name[]) fields[name] = paths[name].map(slotAt)
  for (const [path, shape] of Object.entries(records))
    placeAt(root, path).record = { name: path.split('/').at(-1) ?? path, shape }
  return { fields, slots, root }
}

function placeAt(root: Place, path: string): Place {
  let place = root
  for (const name of path.split('/')) {
    const inner = place.inner.get(name) ?? { inner: new Map(), slot: -1, isRecord: false }
    place.inner.set(name, inner)
    place = inner
  }
  return place
}

/** The place of an element in another one; undefined where the shape has none. */
export const innerOf = ({ inner }: Place, name: string): Place | undefined =>
  inner.get(name) ?? (name.includes(':') ? inner.get(localName(name)) : undefined)

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A field of a record: the slots of its texts, one for each of its paths. The first slot with a text counts. */
export type Field = readonly number[]

/** What is read of an element and of those below it: its fields, and the records in it. Everything else is ignored. */
export type Shape<Name extends string = string> = {
  fields: Readonly<Record<Name, Field>>
  /** How many slots a record of this shape has. */
  slots: number
  root: PathNode
}

/** A node of the tree of paths of a shape: an element that it has. */
export type PathNode = {
  /** Without a namespace; empty for the root, which stands for the record itself. */
  name: string
  children: PathNode[]
  /** The slot of its text; -1 if no field has this path. */
  slot: number
  /** The shape of the record that begins here. */
  record?: Shape
}

/** Makes a shape from the paths of its fields, in order of preference, and the paths of the records in it. */
export function shapeOf<Name extends string>(
  paths: Readonly<Record<Name, readonly string[]>>,
  records: Readonly<Record<string, Shape>> = {},
): Shape<Name> {
  const root = nodeOf('')
  let slots = 0
  const slotAt = (path: string): number => {
    const node = nodeAt(root, path)
    if (node.slot < 0) node.slot = slots++
    return node.slot
  }
  const fields = {} as Record<Name, Field>
  for (const name of Object.keys(paths) as Name[]) fields[name] = paths[name].map(slotAt)
  for (const [path, shape] of Object.entries(records)) nodeAt(root, path).record = shape
  return { fields, slots, root }
}

function nodeAt(root: PathNode, path: string): PathNode {
  let node = root
  for (const name of path.split('/')) {
    const child = childOf(node, name) ?? nodeOf(name)
    if (!node.children.includes(child)) node.children.push(child)
    node = child
  }
  return node
}

const nodeOf = (name: string): PathNode => ({ name, children: [], slot: -1 })

/** The node of an element in another one; undefined if the shape does not have it. */
export function childOf({ children }: PathNode, name: string): PathNode | undefined {
  // A few comparisons take less time than the hash that a map needs of each name.
  for (const child of children) if (child.name === name) return child
  return name.includes(':') ? children.find((child) => child.name === localName(name)) : undefined
}

/** The name of an element without its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

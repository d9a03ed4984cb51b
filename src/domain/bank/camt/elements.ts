import { SaxesParser } from 'saxes'
import { CamtIssue } from './issue'

const MAX_DEPTH = 40
const MAX_ELEMENTS = 20_000

/** An XML element without its namespace. `text` is only of use where it has no children. */
export type Element = { name: string; currency: string | null; text: string; children: Element[] }

/** Says whether it takes an element that is complete. What it takes is not kept in its parents. */
export type Take = (element: Element, parents: readonly Element[]) => boolean

/**
 * Reads XML in pieces and offers each complete element to `take`. Throws for text that is not well-formed, for document
 * types (and so for entities other than the predefined ones), and for elements deeper or more than a statement has.
 */
export function readElements(pieces: Iterable<string>, take: Take): void {
  const parser = new SaxesParser()
  const open: Element[] = []
  // How many elements were kept when each of the open ones began.
  const keptBefore: number[] = []
  let kept = 0
  parser.on('error', () => {
    throw new CamtIssue(`is not well-formed XML (line ${parser.line})`)
  })
  parser.on('doctype', () => {
    throw new CamtIssue('has a document type definition (DOCTYPE), which bank statements do not have')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) throw new CamtIssue('has elements nested deeper than a statement has')
    keptBefore.push(kept++)
    if (kept > MAX_ELEMENTS) throw new CamtIssue('has more details in one entry than a statement has')
    open.push({ name: localName(name), currency: attributes.Ccy ?? null, text: '', children: NONE })
  })
  const addText = (text: string) => {
    const parent = open.at(-1)
    if (parent) parent.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    const before = keptBefore.pop() ?? 0
    if (!element) return
    if (take(element, open)) kept = before
    else addChild(open.at(-1), element)
  })
  for (const piece of pieces) parser.write(piece)
  parser.close()
}

// Most elements are leaves, and share the list.
const NONE: Element[] = []

function addChild(parent: Element | undefined, child: Element): void {
  if (!parent) return
  if (parent.children === NONE) parent.children = [child]
  else parent.children.push(child)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The children with this name. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element on a path below an element. */
export const elementAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  descend(element, path)

/** The text on the first of some paths below an element that has one, without spaces around it. */
export function textAt(element: Element | undefined, ...paths: string[]): string | null {
  if (!element || element.children.length === 0) return null
  for (const path of paths) {
    const text = descend(element, segmentsOf(path))?.text.trim()
    if (text) return text
  }
  return null
}

function descend(element: Element | undefined, path: readonly string[]): Element | undefined {
  let found = element
  for (const name of path) {
    if (!found) return undefined
    found = childNamed(found, name)
  }
  return found
}

function childNamed({ children }: Element, name: string): Element | undefined {
  for (const child of children) if (child.name === name) return child
  return undefined
}

// An entry is asked for some fifty paths, always the same ones of this folder.
const splitPaths = new Map<string, string[]>()

function segmentsOf(path: string): string[] {
  const known = splitPaths.get(path)
  if (known) return known
  const segments = path.split('/')
  splitPaths.set(path, segments)
  return segments
}

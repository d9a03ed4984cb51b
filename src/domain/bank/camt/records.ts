import { SaxesParser } from 'saxes'
import { CamtIssue } from './issue'

const MAX_DEPTH = 40
const MAX_ELEMENTS = 20_000
const MAX_PATHS = 2000

/** Which elements are records: their paths from the record around them, each with the records in it. */
export type Records = { readonly [path: string]: Records }

export type RecordReader = {
  /** Is told of a path when it first occurs, with the record around it. */
  open: (path: string, around: XmlRecord) => void
  /** Says whether it takes a record that is complete. One that it does not take is kept in its parent. */
  take: (record: XmlRecord) => boolean
}

/** An element with the texts of those below it that hold no others, by their paths (`Refs/EndToEndId`). */
export class XmlRecord {
  private readonly texts: (string | string[])[]
  private readonly currencies: string[] = []
  private readonly kept: XmlRecord[] = []

  constructor(
    /** Its path from the record around it, without namespaces. */
    readonly path: string,
    readonly parent: XmlRecord | undefined,
    private readonly slots: Slots,
  ) {
    // One allocation: an array that grows is copied.
    this.texts = new Array(slots.size)
  }

  /** The text on the first of some paths that has one, without spaces around it. */
  text(...paths: readonly string[]): string | null {
    for (const path of paths) {
      const text = this.textAt(path)?.trim()
      if (text) return text
    }
    return null
  }

  /** The first text on a path. */
  textAt(path: string): string | undefined {
    const found = this.texts[this.slotOf(path)]
    return typeof found === 'object' ? found[0] : found
  }

  /** All texts on a path, in the order of the file. */
  textsAt(path: string): readonly string[] {
    const found = this.texts[this.slotOf(path)] ?? []
    return typeof found === 'object' ? found : [found]
  }

  /** The currency of the amount on a path. */
  currencyAt(path: string): string | undefined {
    return this.currencies[this.slotOf(path)]
  }

  /** All records on a path, in the order of the file. */
  records(path: string): readonly XmlRecord[] {
    return this.kept.filter((record) => record.path === path)
  }

  addCurrency(slot: number, currency: string): void {
    this.currencies[slot] ??= currency
  }

  addText(slot: number, text: string): void {
    const found = this.texts[slot]
    if (found === undefined) this.texts[slot] = text
    else if (typeof found === 'string') this.texts[slot] = [found, text]
    else found.push(text)
  }

  addRecord(record: XmlRecord): void {
    this.kept.push(record)
  }

  private slotOf(path: string): number {
    return this.slots.get(path) ?? -1
  }
}

type Slots = Map<string, number>

/**
 * Reads XML in pieces and offers each record to `reader` when it is complete. Throws for text that is not well-formed, for
 * document types (and so for entities other than the predefined ones), and for elements deeper, more or of more kinds than
 * a statement has.
 */
export function readRecords(pieces: Iterable<string>, records: Records, reader: RecordReader): void {
  const parser = new SaxesParser()
  const elements = new Elements(records, reader)
  parser.on('error', () => {
    throw new CamtIssue(`is not well-formed XML (line ${parser.line})`)
  })
  parser.on('doctype', () => {
    throw new CamtIssue('has a document type definition (DOCTYPE), which bank statements do not have')
  })
  parser.on('opentag', ({ name, attributes }) => elements.open(name, attributes.Ccy))
  parser.on('text', (text) => elements.addText(text))
  parser.on('cdata', (text) => elements.addText(text))
  parser.on('closetag', () => elements.close())
  for (const piece of pieces) parser.write(piece)
  parser.close()
  for (const event of EVENTS) parser.off(event)
  idle.parser = parser
}

const EVENTS = ['error', 'doctype', 'opentag', 'text', 'cdata', 'closetag'] as const

// V8 drops the compiled code of a class when its last object is collected. A closed parser holds nothing of its file.
const idle: { parser?: SaxesParser } = {}

/** The elements that are open, from the outermost one, and the records among them. */
class Elements {
  private place: Place
  private record: XmlRecord
  /** How many elements are kept, and how many were when each open record began. */
  private kept = 0
  private readonly keptBefore: number[] = []
  private paths = 0
  private text = ''
  private isLeaf = false

  constructor(
    records: Records,
    private readonly reader: RecordReader,
  ) {
    const slots: Slots = new Map()
    this.place = { path: '', prefix: '', depth: 0, slot: 0, slots, isRecord: true, records, inner: new Map() }
    this.record = new XmlRecord('', undefined, slots)
  }

  open(name: string, currency: string | undefined): void {
    const place = this.place.inner.get(name) ?? this.addPlace(name)
    this.place = place
    if (place.isRecord) {
      this.record = new XmlRecord(place.path, this.record, place.slots)
      this.keptBefore.push(this.kept)
    }
    if (++this.kept > MAX_ELEMENTS) throw new CamtIssue('has more details in one entry than a statement has')
    if (currency !== undefined) this.record.addCurrency(place.slot, currency)
    this.text = ''
    this.isLeaf = true
  }

  addText(text: string): void {
    this.text += text
  }

  close(): void {
    const { isRecord, slot } = this.place
    if (isRecord) this.closeRecord()
    else if (this.isLeaf) this.record.addText(slot, this.text)
    this.isLeaf = false
    this.place = this.place.around ?? this.place
  }

  private closeRecord(): void {
    const { record } = this
    const before = this.keptBefore.pop() ?? 0
    this.record = record.parent ?? record
    if (this.reader.take(record)) this.kept = before
    else this.record.addRecord(record)
  }

  private addPlace(name: string): Place {
    const { place: around, record } = this
    if (around.depth >= MAX_DEPTH) throw new CamtIssue('has elements nested deeper than a statement has')
    if (++this.paths > MAX_PATHS) throw new CamtIssue('has more kinds of elements than a statement has')
    const path = `${around.prefix}${name.slice(name.indexOf(':') + 1)}`
    const within = Object.hasOwn(around.records, path) ? around.records[path] : undefined
    const place = {
      around,
      depth: around.depth + 1,
      path,
      prefix: within ? '' : `${path}/`,
      slot: slotOf(around.slots, path),
      isRecord: within !== undefined,
      records: within ?? around.records,
      slots: within ? new Map() : around.slots,
      inner: new Map(),
    }
    around.inner.set(name, place)
    this.reader.open(path, record)
    return place
  }
}

/** Where the elements of one path are: what is the same for all of them. */
type Place = {
  around?: Place
  depth: number
  /** From the record around it; `prefix` is what the paths in it begin with. */
  path: string
  prefix: string
  /** Where its text is in that record. */
  slot: number
  isRecord: boolean
  /** Of the record that it is or is in: the records there, and the slots of its texts. */
  records: Records
  slots: Slots
  /** By their names with namespaces. */
  inner: Map<string, Place>
}

function slotOf(slots: Slots, path: string): number {
  const slot = slots.get(path) ?? slots.size
  slots.set(path, slot)
  return slot
}

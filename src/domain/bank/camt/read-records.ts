import { SaxesParser } from 'saxes'
import { CamtIssue } from './issue'
import { XmlRecord } from './record'
import { innerOf, localName, type Place, type Shape } from './shape'

const MAX_DEPTH = 40
const MAX_ELEMENTS = 20_000

export type RecordReader = {
  /** The shape of the file. */
  shape: Shape
  /** Is told of an element that is not in the shape of the record around it. */
  passOver: (name: string, around: XmlRecord) => void
  /** Says whether it takes a record that is complete. One that it does not take is kept in its parent. */
  take: (record: XmlRecord) => boolean
}

/**
 * Reads XML in pieces and offers each record to `reader` when it is complete. Throws for text that is not well-formed, for
 * document types (and so for entities other than the predefined ones), and for elements deeper or more than a statement has.
 */
export function readRecords(pieces: Iterable<string>, reader: RecordReader): void {
  const parser = new SaxesParser()
  const elements = new Elements(reader)
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
  private readonly around: Place[] = []
  private record: XmlRecord
  /** How many elements there were but those of records that were taken, and how many before each open record. */
  private count = 0
  private readonly countBefore: number[] = []
  /** How many elements are open that no shape has. */
  private passedOver = 0
  private text = ''
  private isLeaf = false

  constructor(private readonly reader: RecordReader) {
    this.place = reader.shape.root
    this.record = new XmlRecord('', reader.shape)
  }

  open(name: string, currency: string | undefined): void {
    if (this.around.length + this.passedOver >= MAX_DEPTH)
      throw new CamtIssue('has elements nested deeper than a statement has')
    if (++this.count > MAX_ELEMENTS) throw new CamtIssue('has more details in one entry than a statement has')
    const place = this.passedOver === 0 ? innerOf(this.place, name) : undefined
    if (!place) {
      if (this.passedOver++ === 0) this.reader.passOver(localName(name), this.record)
      this.isLeaf = false
      return
    }
    this.around.push(this.place)
    this.place = place.record ? this.openRecord(place.record) : place
    if (currency !== undefined && place.slot >= 0) this.record.addCurrency(place.slot, currency)
    this.text = ''
    this.isLeaf = true
  }

  addText(text: string): void {
    if (this.isLeaf) this.text += text
  }

  close(): void {
    if (this.passedOver > 0) {
      this.passedOver--
      return
    }
    const { isRecord, slot } = this.place
    if (isRecord) this.closeRecord()
    else if (this.isLeaf && slot >= 0) this.record.addText(slot, this.text)
    this.isLeaf = false
    this.place = this.around.pop() ?? this.place
  }

  private openRecord({ name, shape }: NonNullable<Place['record']>): Place {
    this.record = new XmlRecord(name, shape, this.record)
    this.countBefore.push(this.count - 1)
    return shape.root
  }

  private closeRecord(): void {
    const { record } = this
    const before = this.countBefore.pop() ?? 0
    this.record = record.parent ?? record
    if (this.reader.take(record)) this.count = before
    else this.record.addRecord(record)
  }
}

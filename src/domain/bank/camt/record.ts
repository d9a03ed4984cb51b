import type { Field, Shape } from './shape'

/** An element with the texts and records that its shape names. */
export class XmlRecord {
  private readonly found: (string | string[])[]
  private readonly currencies: string[] = []
  private readonly kept: XmlRecord[] = []

  constructor(
    readonly name: string,
    readonly shape: Shape,
    readonly parent?: XmlRecord,
  ) {
    // One allocation: an array that grows is copied.
    this.found = new Array(shape.slots)
  }

  /** The text of a field, without spaces around it. */
  text(field: Field): string | null {
    for (const slot of field) {
      const text = first(this.found[slot])?.trim()
      if (text) return text
    }
    return null
  }

  /** All texts of a field: in the order of its paths, and of the file. */
  texts(field: Field): string[] {
    const texts: string[] = []
    for (const slot of field) {
      const found = this.found[slot]
      if (typeof found === 'string') texts.push(found)
      else if (found) texts.push(...found)
    }
    return texts
  }

  /** The amount of a field as the file has it. */
  amount(field: Field): { text: string; currency: string | undefined } | undefined {
    for (const slot of field) {
      const text = first(this.found[slot])
      if (text !== undefined) return { text, currency: this.currencies[slot] }
    }
    return undefined
  }

  /** Whether the file has a field, even an empty one. */
  has(field: Field): boolean {
    return field.some((slot) => this.found[slot] !== undefined)
  }

  /** The records of a shape, in the order of the file. */
  records(shape: Shape): XmlRecord[] {
    return this.kept.filter((record) => record.shape === shape)
  }

  /** Adds a text to a slot. An amount has the currency that is written with it. */
  addText(slot: number, text: string, currency: string | undefined): void {
    const found = this.found[slot]
    if (found === undefined) {
      this.found[slot] = text
      if (currency !== undefined) this.currencies[slot] = currency
    } else if (typeof found === 'string') this.found[slot] = [found, text]
    else found.push(text)
  }

  addRecord(record: XmlRecord): void {
    this.kept.push(record)
  }
}

const first = (found: string | string[] | undefined): string | undefined =>
  typeof found === 'object' ? found[0] : found

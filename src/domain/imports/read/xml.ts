import { SaxesParser } from 'saxes'
import { refusedAt } from '../../shared/error-list'

/** What is called while XML is read. Names have no prefix. */
export type XmlHandler = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const CHUNK = 65_536

/** Reads XML in UTF-8 piece by piece. Throws `invalid` if it is not well-formed or has a document type. */
export function readXml(bytes: Uint8Array, { open, text, close }: XmlHandler): void {
  if (bytes.length === 0) return
  const parser = new SaxesParser()
  const damaged = () => {
    throw refusedAt('body', { code: 'table_damaged' })
  }
  parser.on('error', damaged)
  parser.on('doctype', damaged)
  parser.on('opentag', ({ name, attributes }) =>
    open?.(localName(name), attributes as Record<string, string>),
  )
  parser.on('text', (piece) => text?.(piece))
  parser.on('cdata', (piece) => text?.(piece))
  parser.on('closetag', ({ name }) => close?.(localName(name)))
  const decoder = new TextDecoder()
  for (let from = 0; from < bytes.length; from += CHUNK)
    parser.write(decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true }))
  parser.write(decoder.decode())
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

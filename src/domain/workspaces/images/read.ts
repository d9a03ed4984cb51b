import { readJpeg } from './jpeg'
import { readPng } from './png'
import { readWebp } from './webp'

/** A whole still or moving image: its size in pixels, and its bytes without metadata such as where it was taken. */
export type Image = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Reads a PNG, JPEG or WebP file by its content, whatever its name says. Undefined for other types and for a file that ends
 * early, has a wrong checksum or no pixels. What follows the image is dropped. Pixels are not decoded.
 */
export const readImage = (bytes: Uint8Array): Image | undefined => {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  } catch (error) {
    // A length within the file leads beyond its end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

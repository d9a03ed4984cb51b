import type { Image } from './image'
import { readJpeg } from './jpeg'
import { readPng } from './png'
import { readWebp } from './webp'

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

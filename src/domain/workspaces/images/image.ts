/** A whole still or moving image: its size in pixels, and its bytes without metadata such as where it was taken. */
export type Image = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

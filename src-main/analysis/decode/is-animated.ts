import type { Metadata } from 'sharp'
import { hasText } from '../../formats/signatures.ts'
import { isAnimatedWebp } from '../../formats/webp/webp-size.ts'

/** Whether a picture has further ones that are shown after it; `head` is the file's first bytes. */
export function isAnimated(format: string, head: Buffer, { pages = 1 }: Pick<Metadata, 'pages'>): boolean {
  switch (format) {
    case 'gif':
      return pages > 1
    case 'webp':
      return isAnimatedWebp(head)
    case 'png':
      return isAnimatedPng(head)
    case 'avif':
      return hasText(head, 8, 'avis')
    default:
      return false
  }
}

/** The chunk that announces an animation stands before the pixels. */
function isAnimatedPng(head: Buffer): boolean {
  for (let at = 8; at + 8 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const type = head.toString('latin1', at + 4, at + 8)
    if (type === 'acTL' || type === 'IDAT') return type === 'acTL'
  }
  return false
}

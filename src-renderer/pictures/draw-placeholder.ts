import { thumbHashToRGBA } from 'thumbhash'

/** Decodes a ThumbHash written in base64; null where it is not one. */
export function decodePlaceholder(base64: string): { w: number; h: number; rgba: Uint8Array } | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return bytes.length > 5 ? thumbHashToRGBA(bytes) : null
  } catch {
    return null
  }
}

/** Draws a placeholder. A canvas needs no data address and so no wider content policy. */
export function drawPlaceholder(canvas: HTMLCanvasElement, base64: string): void {
  const picture = base64 ? decodePlaceholder(base64) : null
  const context = picture && canvas.getContext('2d')
  if (!picture || !context) return
  canvas.width = picture.w
  canvas.height = picture.h
  const data = context.createImageData(picture.w, picture.h)
  data.data.set(picture.rgba)
  context.putImageData(data, 0, 0)
}

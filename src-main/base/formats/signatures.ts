/** True if the bytes contain this text at an offset, one character a byte. */
export function hasText(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.length >= offset + text.length && bytes.toString('latin1', offset, offset + text.length) === text
}

export const isJpeg = (bytes: Buffer): boolean => hasText(bytes, 0, '\xff\xd8\xff')
export const isPng = (bytes: Buffer): boolean => hasText(bytes, 0, '\x89PNG\r\n\x1a\n')
export const isGif = (bytes: Buffer): boolean => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')
export const isWebp = (bytes: Buffer): boolean => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')
/** An ISO base media file: HEIF, AVIF, CR3, and films. */
export const isMedia = (bytes: Buffer): boolean => hasText(bytes, 4, 'ftyp')
export const isRaf = (bytes: Buffer): boolean => hasText(bytes, 0, 'FUJIFILM')
export const isTiff = (bytes: Buffer): boolean => hasText(bytes, 0, 'II*\0') || hasText(bytes, 0, 'MM\0*')
export const isBigTiff = (bytes: Buffer): boolean => hasText(bytes, 0, 'II+\0') || hasText(bytes, 0, 'MM\0+')
/** Olympus and Panasonic write TIFF with their own marks. */
export const isOrf = (bytes: Buffer): boolean => ['IIRO', 'IIRS', 'MMOR'].some((mark) => hasText(bytes, 0, mark))
export const isRw2 = (bytes: Buffer): boolean => hasText(bytes, 0, 'IIU\0')

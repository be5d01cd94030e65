import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { pictureAddress } from '../../src-main/contract/library/picture.ts'
import { useShell } from '../client/use-shell.ts'
import { useSensitivity } from './use-sensitivity.ts'

/** Pixels of a picture: RGBA, eight bits each, row by row. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** A rectangle of a picture in fractions of its width and height, 0 to 1. */
export type Part = { x: number; y: number; width: number; height: number }

/** What to read: a part or the complete picture, in a size in pixels, or no larger than a side. */
export type Wanted = { kind?: Kind } & ({ part?: Part; width: number; height: number } | { side: number })

/** Pictures with enough pixels for the measurement: a preview for tones, a larger one for faces. */
type Kind = 'preview' | 'screen'
type Photo = Pick<
  PhotoTile,
  'id' | 'thumbVersion' | 'turn' | 'crop' | 'status' | 'isSensitive' | 'isPrivate' | 'hasVerdict'
>

/**
 * Reads the pixels of photos in order to measure them; nothing is drawn on the screen. Null if there is no picture, if
 * it cannot be read, or if the photo may not be seen: no pixels of a blurred photo are requested.
 */
export function usePhotoPixels() {
  const shell = useShell()
  const { appearanceOf } = useSensitivity()
  /** A picture is loaded once while several parts of it are read. */
  const loading = new Map<string, Promise<HTMLImageElement | null>>()

  const load = (address: string): Promise<HTMLImageElement | null> => {
    const picture = loading.get(address) ?? loadPicture(address)
    loading.set(address, picture)
    return picture.finally(() => loading.delete(address))
  }
  const addressOf = (photo: Photo, kind: Kind = 'preview'): string =>
    appearanceOf(photo) === 'shown' ? pictureAddress(shell.pictures, photo, kind) : ''
  const read = async (photo: Photo, wanted: Wanted): Promise<Pixels | null> => {
    const address = addressOf(photo, wanted.kind)
    const image = address === '' ? null : await load(address)
    return image ? pixelsOf(image, wanted) : null
  }
  return { addressOf, read }
}

async function loadPicture(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    // The view of the photo reports what is wrong with its picture.
    return null
  }
}

function pixelsOf(image: HTMLImageElement, wanted: Wanted): Pixels | null {
  const { naturalWidth, naturalHeight } = image
  const size = 'side' in wanted ? sizeWithin(naturalWidth, naturalHeight, wanted.side) : wanted
  const part = ('part' in wanted ? wanted.part : undefined) ?? { x: 0, y: 0, width: 1, height: 1 }
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const from = [part.x * naturalWidth, part.y * naturalHeight, part.width * naturalWidth, part.height * naturalHeight]
  const [x = 0, y = 0, width = 0, height = 0] = from
  context.drawImage(image, x, y, width, height, 0, 0, size.width, size.height)
  return context.getImageData(0, 0, size.width, size.height)
}

function sizeWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(1, width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

import { defineStore } from 'pinia'
import { ref } from 'vue'
import { filmAddress } from '../../src-main/contract/library/film.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { tileAddress, type TileRequest } from '../../src-main/contract/library/map-tiles.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { pictureAddress, type PictureKind, type PictureTile } from '../../src-main/contract/library/picture.ts'
import type { ShellInfo } from '../../src-main/contract/shell/contract.ts'
import { useClient } from './use-client.ts'

const MAX_SHOWN = 4000

/** A pending photo, or one on an absent drive, may have the picture that its camera put into the file. */
const hasPictureSoon = (status: PhotoTile['status']): boolean => status === 'pending' || status === 'offline'

/** What determines the addresses of a photo's pictures. */
export type PicturedPhoto = Pick<PhotoTile, 'id' | 'thumbVersion' | 'turn' | 'crop' | 'status'>

/** What the program around the page can do, and the addresses of pictures. */
export const useShell = defineStore('shell', () => {
  const client = useClient()
  const info = ref<ShellInfo | null>(null)

  const load = async (): Promise<void> => {
    info.value = await client.shell.info()
  }

  /**
   * Address of a picture, or of one `part` of it; empty if there is none. A photo that is not analysed yet has a
   * temporary one.
   */
  const pictureOf = (photo: PicturedPhoto, kind: PictureKind, part?: PictureTile): string => {
    if (!info.value || (photo.thumbVersion === 0 && !hasPictureSoon(photo.status))) return ''
    return (
      info.value.pictures +
      pictureAddress({ photoId: photo.id, kind, tile: part, turn: photo.turn, crop: photo.crop }, photo.thumbVersion)
    )
  }

  /** Address of a tile of the map's background; empty until the program around the page is known. */
  const tileOf = (request: TileRequest): string => (info.value ? info.value.pictures + tileAddress(request) : '')

  /** Address of a film, for playing it; empty until the program around the page is known. */
  const filmOf = (id: PhotoId): string => (info.value ? info.value.pictures + filmAddress(id) : '')

  const shown = new Set<string>()
  /**
   * Addresses of pictures that were on screen; the oldest are forgotten. They only decide how the next picture appears,
   * so they are not reactive.
   */
  const wasShown = (address: string): boolean => shown.has(address)
  const noteShown = (address: string): void => {
    shown.add(address)
    if (shown.size > MAX_SHOWN) for (const oldest of [...shown].slice(0, MAX_SHOWN / 2)) shown.delete(oldest)
  }

  return { info, load, pictureOf, tileOf, filmOf, wasShown, noteShown }
})

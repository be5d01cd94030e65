import { TextError } from '../../src-main/contract/errors.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { pictureAddress } from '../../src-main/contract/library/picture.ts'
import { useShell } from '../client/use-shell.ts'

/** Hands pictures of photos to other programs, as files that have no metadata. */
export function usePictureFiles() {
  const shell = useShell()
  /** Files of those photos that have a picture. Rejects if one cannot be read. */
  const of = async (photos: readonly PhotoTile[]): Promise<File[]> => {
    const addresses = photos
      .filter((photo) => photo.thumbVersion > 0)
      .map((photo) => ({ name: photo.name, address: pictureAddress(shell.pictures, photo, 'screen') }))
    return Promise.all(addresses.map(({ name, address }) => fileFrom(name, address)))
  }
  return { of }
}

async function fileFrom(name: string, address: string): Promise<File> {
  const answer = await fetch(address)
  if (!answer.ok) throw new TextError(`${name}: ${answer.status}`)
  const picture = await answer.blob()
  const kind = picture.type.replace('image/', '')
  return new File([picture], `${name.replace(/\.[^.]*$/, '')}.${kind}`, { type: picture.type })
}

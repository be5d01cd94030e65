import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'

/** Photos taken out between two breaks for other work: about a tenth of a second. */
const PIECE = 500

/**
 * Takes a watched folder out of the library in pieces, so that windows stay served while 100,000 photos go. Returns the
 * photo ids that went. A stop in the middle leaves the folder with the photos that had not gone yet.
 */
export async function removeRootInPieces(
  folders: Pick<Catalog['folders'], 'removeSome' | 'removeRoot'>,
  rootId: number,
): Promise<number[]> {
  const gone: number[] = []
  for (let isLast = false; !isLast;) {
    const piece = folders.removeSome(rootId, PIECE)
    for (const id of piece.ids) gone.push(id)
    isLast = piece.isLast
    await setImmediate()
  }
  for (const id of folders.removeRoot(rootId)) gone.push(id)
  return gone
}

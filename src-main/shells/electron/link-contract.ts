import { oc } from '@orpc/contract'
import { z } from 'zod'
import { hostContract } from '../../contract/library/host-contract.ts'
import { TileRequest } from '../../contract/library/map-tiles.ts'
import { PictureRequest } from '../../contract/library/picture.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { Places } from '../places.ts'

/** What the main process may ask of the library process, over a separate port. */
export const linkContract = {
  host: hostContract,
  /** The bytes of a picture with their type; null if there is none. */
  picture: oc.input(PictureRequest).output(z.instanceof(Blob).nullable()),
  /** A tile of the map's background with its type; null if it is not available. */
  tile: oc.input(TileRequest).output(z.instanceof(Blob).nullable()),
}

/**
 * Messages to the library process; `open` carries the ports of the link, the secrets and the trash, `window` the port
 * of a page.
 */
export type ToLibrary = { type: 'open'; places: Places } | { type: 'window' } | { type: 'close' }
export type FromLibrary = { type: 'opened' } | { type: 'failed'; why: Text } | { type: 'closed' }

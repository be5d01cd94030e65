import { say } from '../sentences/say.ts'
import { z } from 'zod'
import { MAX_TILE_ZOOM, problemOfTemplate } from './tile-template.ts'
import { Text } from '../sentences/text.ts'

/** Where tiles of a map come from, and whose they are. */
export const TileServer = z.object({
  /** An address with `{z}`, `{x}` and `{y}`, see `problemOfTemplate`. */
  template: z.string(),
  /** Whose map it is, as plain text. */
  attribution: z.string(),
  /** Where that is said in full; empty where there is no such page. */
  link: z.string(),
  /** The highest zoom that the server has; beyond it, its tiles are enlarged. */
  maxZoom: z.int().min(0).max(MAX_TILE_ZOOM),
})
export type TileServer = z.infer<typeof TileServer>

/** The standard tiles of OpenStreetMap: offered, and used only by a person who chose them. */
export const openStreetMap: TileServer = {
  template: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
  link: 'https://www.openstreetmap.org/copyright',
  maxZoom: 19,
}
/** What the operators of these tiles ask of programs that show them. */
export const OPEN_STREET_MAP_POLICY = 'https://operations.osmfoundation.org/policies/tiles/'

/** What a person chose for the background of the map; `server` and `own` stay while it is switched off. */
export const MapTiles = z.object({
  isOn: z.boolean(),
  server: z.enum(['openstreetmap', 'own']).nullable(),
  own: TileServer,
})
export type MapTiles = z.infer<typeof MapTiles>

/** The map without tiles. */
export const noMapTiles: MapTiles = {
  isOn: false,
  server: null,
  own: { template: '', attribution: '', link: '', maxZoom: 19 },
}

/** The server that a person chose, used or not; null where none was. */
export function chosenServer({ server, own }: MapTiles): TileServer | null {
  if (server === null) return null
  return server === 'own' ? own : openStreetMap
}

/** The server that tiles come from; null while they are switched off, or where what is kept of it is no use. */
export function serverInUse(tiles: MapTiles): TileServer | null {
  const server = tiles.isOn ? chosenServer(tiles) : null
  return server !== null && problemOfServer(server) === null ? server : null
}

/** The field of a server that is wrong, and why; null where all are right. */
export function problemOfServer({ template, attribution, link }: TileServer): {
  field: 'template' | 'attribution' | 'link'
  sentence: Text
} | null {
  const address = problemOfTemplate(template)
  if (address !== null) return { field: 'template', sentence: address }
  const text = attribution.trim()
  if (text === '') return { field: 'attribution', sentence: say('tiles.whose') }
  if (text.length > 200 || /[<>]/.test(text))
    return {
      field: 'attribution',
      sentence: say('tiles.plainText'),
    }
  if (link.trim() !== '' && (!URL.canParse(link.trim()) || new URL(link.trim()).protocol !== 'https:'))
    return { field: 'link', sentence: say('tiles.linkScheme') }
  return null
}

/** Pages about tiles that a window may ask to have opened. */
export const linksAboutTiles = (tiles: MapTiles): readonly string[] =>
  [openStreetMap.link, OPEN_STREET_MAP_POLICY, tiles.own.link.trim()].filter((link) => link !== '')

/** What is told of tiles: what keeps them from coming, as a sentence, and when they are tried again. */
export const TileState = z.object({
  /** Null where nothing does. */
  problem: Text.nullable(),
  /** Milliseconds since 1970; null where nothing waits. */
  retryAt: z.number().nullable(),
})
export type TileState = z.infer<typeof TileState>

/** One tile of one server. `source` names the server, see `sourceOf`; a `scale` of 2 asks for twice the pixels. */
export const TileRequest = z
  .object({
    source: z.string().regex(/^[0-9a-f]{8}$/),
    z: z.int().min(0).max(MAX_TILE_ZOOM),
    x: z.int().min(0),
    y: z.int().min(0),
    scale: z.literal([1, 2]),
  })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, 'There is no such tile.')
export type TileRequest = z.infer<typeof TileRequest>

/** Eight digits that stand for a server, so that no tile of another one is shown (FNV-1a). */
export function sourceOf({ template }: TileServer): string {
  let hash = 0x811c9dc5
  for (const letter of template.trim()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The part of a tile's address behind the shell's own; `parseTileAddress` reads it. */
export const tileAddress = ({ source, z: zoom, x, y, scale }: TileRequest): string =>
  `/tile/${source}/${zoom}/${x}/${y}${scale === 2 ? '@2x' : ''}`

/** What an address asks for, or null where it is none of a tile. */
export function parseTileAddress({ pathname }: URL): TileRequest | null {
  const [, source, zoom, x, y, sharp] =
    /^\/tile\/([0-9a-f]{8})\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})(@2x)?$/.exec(pathname) ?? []
  const request = { source, z: Number(zoom), x: Number(x), y: Number(y), scale: sharp === undefined ? 1 : 2 }
  return TileRequest.safeParse(request).data ?? null
}

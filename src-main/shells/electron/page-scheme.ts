import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { protocol } from 'electron'
import { parseFilmAddress, type PlacedFilm } from '../../contract/library/film.ts'
import type { PhotoId } from '../../contract/library/ids.ts'
import { parseTileAddress, type TileRequest } from '../../contract/library/map-tiles.ts'
import { parsePictureAddress, PROVISIONAL_VERSION, type PictureRequest } from '../../contract/library/picture.ts'
import { openFilm } from '../films/open-film.ts'
import { pageHeaders, TILE_CACHING } from '../page-policy.ts'

/** Origin of the page and of its pictures. */
export const PAGE_ORIGIN = 'lumafold://app'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

export type PageSource = {
  rendererDir: string
  picture(request: PictureRequest, signal: AbortSignal): Promise<Blob | null>
  tile(request: TileRequest, signal: AbortSignal): Promise<Blob | null>
  /** Rejects if the photo has no film or is hidden. */
  film(photoId: PhotoId): Promise<PlacedFilm>
}

/** Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'lumafold',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Serves the built page and its pictures; nothing else has an address. */
export function servePageScheme(source: PageSource): void {
  protocol.handle('lumafold', async (request) => {
    const url = new URL(request.url)
    if (url.origin !== PAGE_ORIGIN && `${url.protocol}//${url.host}` !== PAGE_ORIGIN) return answer(404, null)
    if (url.pathname.startsWith('/photo/')) return servePicture(source, url, request.signal)
    if (url.pathname.startsWith('/film/')) return serveFilm(source, url, request.headers.get('range'))
    if (url.pathname.startsWith('/tile/')) return serveTile(source, url, request.signal)
    return serveFile(source.rendererDir, url.pathname)
  })
}

async function servePicture(source: PageSource, url: URL, signal: AbortSignal): Promise<Response> {
  const address = parsePictureAddress(url)
  if (!address) return answer(404, null)
  // A picture that cannot be made is missing for the page, which draws its placeholder; the library's log has the
  // reason.
  const picture = await source.picture(address.request, signal).catch(() => null)
  const isProvisional = address.version === PROVISIONAL_VERSION
  if (!picture) return answer(isProvisional ? 204 : 404, null, { 'cache-control': 'no-store' })
  return answer(200, await picture.arrayBuffer(), {
    'content-type': picture.type,
    'cache-control': isProvisional ? 'no-store' : 'private, max-age=31536000, immutable',
  })
}

/** No content means that the tile is not available at the moment; the library tells the window why. */
async function serveTile(source: PageSource, url: URL, signal: AbortSignal): Promise<Response> {
  const request = parseTileAddress(url)
  if (!request) return answer(404, null)
  const tile = await source.tile(request, signal).catch(() => null)
  if (!tile) return answer(204, null, { 'cache-control': 'no-store' })
  return answer(200, await tile.arrayBuffer(), { 'content-type': tile.type, 'cache-control': TILE_CACHING })
}

async function serveFilm(source: PageSource, url: URL, range: string | null): Promise<Response> {
  const id = parseFilmAddress(url)
  // A film that cannot be played is missing for the page, as above.
  const film = id === null ? null : await source.film(id).catch(() => null)
  if (film === null) return answer(404, null)
  const { status, headers, body } = await openFilm(film, range)
  const stream = body === null ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>)
  return answer(status, stream, headers)
}

async function serveFile(rendererDir: string, pathname: string): Promise<Response> {
  const name = pathname === '/' || extname(pathname) === '' ? 'index.html' : decodeURIComponent(pathname).slice(1)
  const file = normalize(join(rendererDir, name))
  const type = types[extname(file)]
  if (!file.startsWith(rendererDir + sep) || !type) return answer(404, null)
  const bytes = await readFile(file).catch(() => null)
  return bytes ? answer(200, new Uint8Array(bytes), { 'content-type': type }) : answer(404, null)
}

function answer(
  status: number,
  body: ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, { status, headers: { ...pageHeaders(), ...headers } })
}

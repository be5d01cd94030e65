import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../http/route.ts'
import { createOpenApi } from './openapi/create-open-api.ts'
import { guidePage, readGuides } from './reference/guides.ts'
import { createPageFiller } from './reference/create-page-filler.ts'
import { searchEntries } from './reference/search-entries.ts'

type DocumentationOptions = { routes: readonly Route[]; resourcesDir: string; version: string }

/** Nothing from other hosts, and no script or style that is not a file of this service. */
const policyOf = (pictures: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'${pictures}; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`
const POLICY = policyOf('')
/** The console shows chosen photos (`blob:`) and the one at the address that the person entered. */
const CONSOLE_POLICY = policyOf(' blob: data: http: https:')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}
/** Pages with their addresses; every other file is under /pages/. */
const addresses: Readonly<Record<string, string>> = {
  'start.html': '/',
  'reference.html': '/docs',
  'console.html': '/console',
}

/**
 * Serves the start page, the reference with its guides, the console and the OpenAPI document, all without credentials.
 * All are read once.
 */
export function registerDocumentation(
  server: FastifyInstance,
  { routes, resourcesDir, version }: DocumentationOptions,
): void {
  const sampleAnswers = readSampleAnswers(join(resourcesDir, 'service', 'samples'))
  const document = createOpenApi(routes, { version, sampleAnswers })
  const guides = readGuides(join(resourcesDir, 'service'))
  const folder = join(resourcesDir, 'service', 'pages')
  const read = (...path: string[]) => readFileSync(join(resourcesDir, 'service', ...path), 'utf8')
  const fillPage = createPageFiller(document, guides, read('parts', 'search-dialog.html'))
  serve(server, '/openapi.json', '.json', JSON.stringify(document))
  const layout = read('guides', 'layout.html')
  for (const guide of guides) serve(server, guide.url, '.html', fillPage(guidePage(layout, guide, guides)))
  const pages = [{ url: '/docs', html: fillPage(read('pages', 'reference.html')) }, ...guides]
  serve(server, '/pages/search.json', '.json', JSON.stringify(searchEntries(document, pages)))
  for (const name of listPages(folder)) {
    const text = read('pages', name)
    serve(server, addresses[name] ?? `/pages/${name}`, extname(name), extname(name) === '.html' ? fillPage(text) : text)
  }
}

function listPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((name) => extname(name) in types)
}

/** A page in the form sent: plain, or compressed for clients that accept it, because the reference is repetitive. */
type Page = { plain: Buffer; zipped(): Buffer; etag: string; type: string }

function serve(server: FastifyInstance, url: string, extension: string, text: string): void {
  const plain = Buffer.from(text)
  // weak: the same for both encodings
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 24)}"`
  let zipped: Buffer | undefined // compressed on first use, so that it does not delay the start
  const page: Page = { plain, zipped: () => (zipped ??= gzipSync(plain)), etag, type: types[extension]! }
  server.route({ method: ['GET', 'HEAD'], url, handler: async (request, reply) => send(request, reply, page) })
}

function send(request: FastifyRequest, reply: FastifyReply, { plain, zipped, etag, type }: Page): FastifyReply {
  void reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'content-security-policy': request.routeOptions.url === addresses['console.html'] ? CONSOLE_POLICY : POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (!takesGzip(request)) return reply.type(type).send(plain)
  return reply.type(type).header('content-encoding', 'gzip').send(zipped())
}

/** A weight of 0 refuses gzip. */
const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?\s*(,|$)/i.test(String(headers['accept-encoding'] ?? ''))

/** The service's answer to the sample request of each route, by the route's id; `npm run samples` writes them. */
function readSampleAnswers(folder: string): ReadonlyMap<string, unknown> {
  const names = readdirSync(folder).filter((name) => extname(name) === '.json')
  return new Map(
    names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown]),
  )
}

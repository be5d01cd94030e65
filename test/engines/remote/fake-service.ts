import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import sharp from 'sharp'

export type Fault = {
  /** The affected paths. */
  on: RegExp
  /** How often; once by default. */
  times?: number
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Cuts the connection: before the work is done, or after it; with a status, it is answered after it. */
  cut?: 'before' | 'after'
  /** Waits before it answers. */
  slowMs?: number
  /** Waits for this before it answers. */
  after?: () => Promise<unknown>
  /** Does the work, then gives this answer instead. */
  insteadOfAnswer?: string
}
export type SeenRequest = { method: string; path: string; query: URLSearchParams; authorization: string }
export type FakeService = {
  address: string
  requests: SeenRequest[]
  faults: Fault[]
  /** Successful analyses, by path. */
  processed: string[]
  uploads: Map<string, { atMs: number; width: number; height: number; bytes: Buffer }>
  /** Highest number of simultaneous requests. */
  most: number
  /** Answers 429 above this many at once. */
  limit: number
  versions: ('v1' | 'v2')[]
  credentials: string

  count(path: RegExp): number
  now(): number
}

const DAY_MS = 24 * 3_600_000

/** A small service of the interface over real HTTP, with faults on demand. */
export async function startFakeService(options: { now?: () => number } = {}): Promise<FakeService> {
  let running = 0
  const server = createServer((request, response) => {
    running += 1
    service.most = Math.max(service.most, running)
    response.on('close', () => (running -= 1))
    void answer(service, request, response, () => running)
  })
  const service: FakeService = {
    address: '',
    requests: [],
    faults: [],
    processed: [],
    uploads: new Map(),
    most: 0,
    limit: 1000,
    versions: ['v1', 'v2'],
    credentials: 'my-key:my-secret',
    count: (path) => service.requests.filter((request) => path.test(request.path)).length,
    now: options.now ?? Date.now,
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return service
}

async function answer(service: FakeService, request: IncomingMessage, response: ServerResponse, running: () => number) {
  const url = new URL(request.url ?? '/', service.address)
  const authorization = request.headers.authorization ?? ''
  service.requests.push({ method: request.method ?? '', path: url.pathname, query: url.searchParams, authorization })
  const body = await buffer(request).catch(() => Buffer.alloc(0))
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
  const refuse = (status: number, text: string, headers = {}) =>
    send(
      status,
      url.pathname.startsWith('/v1')
        ? { status: 'error', type: 'error', message: text }
        : { status: { type: 'error', text } },
      headers,
    )
  const fault = takeFault(service, url.pathname)
  if (fault?.cut === 'before') return response.destroy()
  if (fault?.slowMs !== undefined && fault.status !== undefined) await delay(fault.slowMs)
  await fault?.after?.()
  if (fault?.status !== undefined)
    return fault.body === undefined
      ? refuse(fault.status, 'as the test wants it', fault.headers)
      : send(fault.status, fault.body, fault.headers)
  if (authorization !== `Basic ${Buffer.from(service.credentials).toString('base64')}`)
    return refuse(401, 'wrong key', { 'www-authenticate': 'Basic' })
  if (running() > service.limit) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return refuse(429, 'too many at once', { 'retry-after': '0' })
  }
  await new Promise((resolve) => setTimeout(resolve, fault?.slowMs ?? 5))
  const result = await resultOf(service, url, body)
  if (typeof result === 'number') return refuse(result, 'not here')
  if (fault?.cut === 'after') return response.destroy()
  send(200, fault?.insteadOfAnswer ?? result)
}

/** The next fault for this path, counted down. */
export function takeFault(service: { faults: Fault[] }, path: string): Fault | undefined {
  const index = service.faults.findIndex(({ on, times = 1 }) => times > 0 && on.test(path))
  const fault = service.faults[index]
  if (fault !== undefined) service.faults[index] = { ...fault, times: (fault.times ?? 1) - 1 }
  return fault
}

async function resultOf(service: FakeService, url: URL, body: Buffer): Promise<unknown> {
  const [, version, ...rest] = url.pathname.split('/')
  if (!service.versions.includes(version as 'v1')) return 404
  const path = rest.join('/')
  const asV2 = (result: unknown) => ({ result, status: { type: 'success', text: '' } })
  if (path === 'categorizers')
    return version === 'v1'
      ? [{ id: 'personal_photos' }]
      : asV2({ categorizers: [{ id: 'personal_photos', title: '', labels: [] }] })
  if (path === 'usage')
    return asV2({
      monthly_limit: 2000,
      monthly_processed: 12,
      billing_period_end: '1800000000',
      concurrency: { max: 3, now: 1 },
    })
  if (path === 'uploads' || path === 'content') {
    const start = body.indexOf('\r\n\r\n') + 4
    const bytes = body.subarray(start, body.lastIndexOf('\r\n--'))
    const { width, height } = await sharp(bytes).metadata()
    const id = `upload${String(service.uploads.size + 1).padStart(26, '0')}`
    service.uploads.set(id, { atMs: service.now(), width, height, bytes })
    return version === 'v1' ? { status: 'success', uploaded: [{ id, filename: 'x' }] } : asV2({ upload_id: id })
  }
  const id = url.searchParams.get('image_upload_id') ?? url.searchParams.get('content') ?? ''
  const upload = service.uploads.get(id)
  const isThere = upload !== undefined && service.now() - upload.atMs < DAY_MS
  if (!isThere && version === 'v1')
    return { results: [], unsuccessful: [{ image: id, message: 'The upload is not there.', info: '' }] }
  if (!isThere) return upload === undefined ? 404 : 410
  const answers = version === 'v1' ? answersV1(url) : answersV2(url)
  const found = answers[path.replace(/^(categories|categorizations)\/.*/, '$1')]
  if (found === undefined || path.endsWith('/unknown')) return 404
  service.processed.push(url.pathname)
  return version === 'v1' ? { results: [{ image: id, ...found }], unsuccessful: [] } : asV2(found)
}

const red = {
  html_code: '#ff0000',
  closest_palette_color: 'scarlet',
  closest_palette_color_html_code: '#f00000',
  closest_palette_color_parent: 'red',
  closest_palette_distance: 1.5,
}

function answersV2(url: URL): Record<string, object> {
  const german = url.searchParams.get('language')?.split(',').includes('de')
  return {
    tags: {
      tags: [
        { confidence: 88.5, tag: { en: 'automobile', ...(german ? { de: 'Auto' } : {}) } },
        { confidence: '61', tag: { en: 'quokka selfie', ...(german ? { de: 'Kurzschwanzkänguru' } : {}) } },
        { confidence: 5, tag: { en: 'too unsure' } },
      ],
    },
    categories: { categories: [{ confidence: 91, name: { en: 'streetview architecture' } }] },
    croppings: { croppings: [{ target_width: 0, target_height: 0, x1: 0, y1: 0, x2: 320, y2: 320 }] },
    colors: {
      colors: {
        image_colors: [{ ...red, r: 255, g: 0, b: '0', percent: 60 }],
        foreground_colors: [{ ...red, r: 255, g: 0, b: 0, percentage: '40.5' }],
        background_colors: [],
        color_variance: '33',
        object_percentage: 20,
        color_percent_threshold: 1.75,
      },
    },
    'faces/detections': {
      faces: [
        {
          confidence: 99,
          coordinates: { xmin: 64, ymin: 32, xmax: 128, ymax: 96, width: 64, height: 64 },
          face_id: '',
          attributes: [],
          landmarks: [{ type: 'nose', x: 96, y: 64 }],
        },
      ],
    },
  }
}

function answersV1(url: URL): Record<string, object> {
  const german = url.searchParams.getAll('language').includes('de')
  return {
    tagging: {
      tagging_id: null,
      tags: [{ confidence: 88.5, tag: german ? { en: 'automobile', de: 'Auto' } : 'automobile' }],
    },
    categorizations: { categories: [{ confidence: 91, name: 'streetview architecture' }] },
    croppings: { croppings: [{ target_width: 1, target_height: 1, x1: 0, y1: 0, x2: 320, y2: 320 }] },
    colors: {
      info: {
        image_colors: [{ ...red, r: '255', g: '0', b: '0', percent: '60' }],
        foreground_colors: [{ ...red, r: '255', g: '0', b: '0', percentage: 40, percent: 40 }],
        background_colors: [],
        color_variance: '33',
        object_percentage: '20',
        color_percent_threshold: 1.75,
      },
    },
  }
}

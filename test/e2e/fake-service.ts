import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small service that finds the same on every photo. It counts its requests and behaves as its `mood` says. */
export type FakeService = {
  address: string
  mood: 'good' | 'down'
  /** Answered requests, by path. */
  answered: Map<string, number>
  uploads: number
  /** Bytes of the last picture received. */
  lastUpload: Buffer
  close(): Promise<void>
}

const findings: Record<string, unknown> = {
  '/v2/tags': {
    tags: [
      { confidence: 88, tag: { en: 'lighthouse' } },
      { confidence: 61, tag: { en: 'glimmerfold' } },
    ],
  },
  '/v2/categories/personal_photos': { categories: [{ confidence: 70, name: { en: 'streetview architecture' } }] },
  '/v2/colors': {
    colors: {
      image_colors: [],
      foreground_colors: [],
      background_colors: [],
      color_variance: 12,
      object_percentage: 30.5,
      color_percent_threshold: 1.75,
    },
  },
  '/v2/faces/detections': { faces: [] },
  '/v2/categorizers': {
    categorizers: [
      { id: 'personal_photos', title: 'Photos', labels: [] },
      { id: 'nsfw_beta', title: 'Sensitive', labels: [] },
    ],
  },
  '/v2/usage': {
    monthly_limit: 2000,
    monthly_processed: 140,
    billing_period_end: '1 of Dec, 2026',
    concurrency: { max: 2, now: 0 },
  },
}

/** Starts it for one key and secret, on a free port of this machine. */
export async function startFakeService(credentials: { key: string; secret: string }): Promise<FakeService> {
  const wanted = `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`
  const answered = new Map<string, number>()
  const answer = (response: ServerResponse, status: number, result: unknown, text = '') =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="photos"' })
      .end(JSON.stringify({ result, status: { type: status < 300 ? 'success' : 'error', text } }))
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (service.mood === 'down') return answer(response, 503, {}, 'Down for maintenance.')
      if (request.headers.authorization !== wanted) return answer(response, 401, {}, 'Not authorised.')
      const path = new URL(request.url ?? '/', 'http://service').pathname
      answered.set(path, (answered.get(path) ?? 0) + 1)
      if (request.method === 'POST' && path === '/v2/uploads') {
        service.lastUpload = body
        service.uploads += 1
        return answer(response, 200, { upload_id: String(service.uploads).padStart(32, 'u') })
      }
      const found = findings[path]
      return found === undefined ? answer(response, 404, {}, `There is no ${path}.`) : answer(response, 200, found)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: FakeService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'good',
    answered,
    uploads: 0,
    lastUpload: Buffer.alloc(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServedFile = {
  content: Uint8Array
  /** False: the server ignores Range and sends everything. */
  hasRange?: boolean
  /** The connection is cut after this many bytes of every answer. */
  cutAfter?: number
  /** How often the client noticed bytes: with it a connection is cut once those before the cut have arrived. */
  arrivals?: () => number
  /** After this many bytes nothing more is sent, with the connection open. */
  stallAfter?: number
  status?: number
  /** This many requests are cut before they are answered. */
  cutFirst?: number
}

/** A real HTTP server on the loopback that misbehaves on request; records the requests. */
export async function startFileServer(files: Record<string, ServedFile>) {
  const requests: { path: string; range: string | undefined }[] = []
  const server: Server = createServer((request, response) => {
    const path = request.url ?? ''
    const { range } = request.headers
    requests.push({ path, range })
    const file = files[path]
    if (file?.cutFirst) {
      file.cutFirst--
      return void request.socket.destroy()
    }
    if (!file || file.status) return void response.writeHead(file?.status ?? 404).end()
    const start = file.hasRange !== false && range ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0
    const body = file.content.subarray(start)
    const isPart = start > 0
    response.writeHead(isPart ? 206 : 200, {
      'content-length': body.length,
      ...(isPart ? { 'content-range': `bytes ${start}-${file.content.length - 1}/${file.content.length}` } : {}),
    })
    const limit = file.cutAfter ?? file.stallAfter
    if (limit === undefined || limit >= body.length) return void response.end(body)
    const before = file.arrivals?.() ?? 0
    response.write(body.subarray(0, limit), () => {
      if (file.cutAfter === undefined) return
      if (file.arrivals === undefined) return void setTimeout(() => response.destroy(), 30) // bytes leave first
      const timer = setInterval(() => {
        if (file.arrivals!() === before) return
        clearInterval(timer)
        response.destroy()
      }, 5)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { address: (path: string) => `http://127.0.0.1:${port}${path}`, requests, close }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PictureServer = {
  url: string
  /** Paths with queries of the received requests, in order. */
  calls: string[]
  close(): Promise<void>
}

/** A test's web server: pictures behind odd addresses, and 404 for anything else. It records its callers. */
export async function openPictureServer(files: Readonly<Record<string, Buffer>>): Promise<PictureServer> {
  const calls: string[] = []
  const server = createServer(({ url = '' }, response) => {
    calls.push(url)
    const path = decodeURIComponent(url.split('?', 1)[0]!)
    const target = /^\/redirect-to(\/.*)$/.exec(path)?.[1]
    if (target) return void response.writeHead(302, { location: target }).end()
    if (path.startsWith('/done')) return void response.end('thanks')
    const bytes = Object.hasOwn(files, path) ? files[path] : undefined
    if (!bytes) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
    response
      .writeHead(200, {
        'content-type': path.endsWith('.jpg') ? 'image/jpeg' : 'text/html',
        'content-length': bytes.length,
      })
      .end(bytes)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close }
}

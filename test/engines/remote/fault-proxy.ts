import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { Agent, request as ask } from 'undici'
import { takeFault, type Fault } from './fake-service.ts'

export type FaultProxy = {
  address: string
  faults: Fault[]
  /** Path and status of everything that passed or was answered here. */
  seen: { path: string; status: number }[]
  /** Successful answers of the service whose path matches. */
  good(path: RegExp): number
}

/** Is between a client and a real service, over real HTTP, and causes the requested faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const agent = new Agent()
  // A connection broken by the service is broken on this side, too.
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  const proxy: FaultProxy = {
    address: '',
    faults: [],
    seen: [],
    good: (path) => proxy.seen.filter((each) => path.test(each.path) && each.status === 200).length,
  }
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    const body = await buffer(request)
    const fault = takeFault(proxy, path.split('?')[0] ?? '')
    if (fault?.cut === 'before') return response.destroy()
    if (fault?.status !== undefined && fault.cut !== 'after') {
      proxy.seen.push({ path, status: fault.status })
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      return response.end(fault.body ?? JSON.stringify({ status: { type: 'error', text: 'as the test wants it' } }))
    }
    if (fault?.slowMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.slowMs))
    const {
      host: _host,
      connection: _connection,
      'transfer-encoding': _encoding,
      'content-length': _length,
      ...headers
    } = request.headers
    const answer = await ask(new URL(path, target), {
      dispatcher: agent,
      method: request.method as 'GET',
      headers,
      ...(body.length > 0 ? { body } : {}),
    })
    const text = await answer.body.text()
    proxy.seen.push({ path, status: answer.statusCode })
    if (fault?.cut === 'after' && fault.status !== undefined)
      return response.writeHead(fault.status, fault.headers).end()
    if (fault?.cut === 'after') return response.destroy()
    const { 'content-length': _size, 'transfer-encoding': _chunks, connection: _kept, ...kept } = answer.headers
    response.writeHead(answer.statusCode, kept as Record<string, string>)
    response.end(fault?.insteadOfAnswer ?? text)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await agent.destroy()
  })
  return proxy
}

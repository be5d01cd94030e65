import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Receives the calls that clients requested, by ticket. */
export type CallbackServer = { url: string; called: ReadonlyMap<string, number>; close(): Promise<void> }

export async function openCallbackServer(): Promise<CallbackServer> {
  const called = new Map<string, number>()
  const server = createServer((request, response) => {
    const ticket = new URL(request.url ?? '', 'http://here').searchParams.get('ticket') ?? ''
    called.set(ticket, (called.get(ticket) ?? 0) + 1)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`, called, close }
}

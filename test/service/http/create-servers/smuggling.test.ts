import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { canMakeCertificates, makeCertificate } from '../../../fixtures/certificates.ts'
import { basic, KEY, SECRET, serve } from '../serve.ts'
import { type Attack, attacks, SMUGGLED } from './families.ts'
import { byNight } from '../../../fixtures/night.ts'
import { hasProxy } from '../../../fixtures/proxies/proxy-process.ts'
import { type Proxy, putBefore } from './proxies.ts'
import { type Exchange, startAttack, turnOf, Victim } from './victim.ts'

const ASKED_EACH = 7
const TURNS = 5
const isHere = (proxy: Proxy) => proxy === 'none' || hasProxy(proxy)

/** Sends attacks while a client works, through a proxy over the same connection; returns what the client got. */
async function attackAll(address: string, authorization: string, list: readonly Attack[]) {
  const exchanges: (Exchange & { attack: string })[] = []
  const victim = new Victim(address, authorization)
  onTestFinished(() => victim.close())
  for (const { name, bytes } of list) {
    const ask = async (times: number) => {
      for (let time = 0; time < times; time++) exchanges.push({ attack: name, ...(await victim.ask()) })
    }
    await ask(1)
    const attacker = startAttack(address, bytes)
    // A kept connection to the service is freed by the answer; not every attack gets one.
    for (let turn = 0; turn < TURNS && !attacker.isAnswered(); turn++) await turnOf(address)
    await ask(4)
    attacker.close()
    await ask(2)
  }
  return exchanges
}

/** Tells whose the first request is. */
const withCredentials = ({ name, bytes }: Attack, authorization: string): Attack => ({
  name,
  bytes: Buffer.from(
    bytes.toString('latin1').replace('Host: x', `Host: x\r\nAuthorization: ${authorization}`),
    'latin1',
  ),
})

type Seen = { requestId: string; account: string }
const requestsOf = (log: { lines: { message: string; details: object }[] }) =>
  log.lines.filter(({ message }) => message === 'request').map(({ details }) => details as Seen)

const ways = (['none', 'nginx', 'haproxy'] as const).flatMap((proxy) => [
  { proxy, having: 'without', scheme: 'HTTP' },
  { proxy, having: 'with', scheme: 'HTTP' },
  { proxy, having: 'with', scheme: 'HTTPS' },
])
/** By day one proxy over HTTPS, by a client with an account. */
const waysNow = byNight(ways.slice(-1), ways)

test.for(waysNow)(
  'over $scheme a client $having an account cannot act as another or take its answers, proxy: $proxy',
  async ({ proxy, having, scheme }, { skip }) => {
    skip(!isHere(proxy), `${proxy} is not installed`)
    skip(scheme === 'HTTPS' && !canMakeCertificates, 'openssl is not installed')
    const { address, log, addAccount } = await serve(scheme === 'HTTPS' ? { tls: makeCertificate() } : {})
    const { authorization } = await addAccount()
    const list = having === 'without' ? attacks : attacks.map((each) => withCredentials(each, authorization))
    const exchanges = await attackAll(await putBefore(proxy, address), basic(KEY, SECRET), list)
    expect(exchanges).toHaveLength(list.length * ASKED_EACH)
    expect(exchanges.filter(({ sent, got, status }) => status !== 200 || got !== sent)).toEqual([])
    const seen = requestsOf(log)
    const { account } = seen.find(({ requestId }) => requestId === 'victim-1')!
    expect(account).not.toBe('')
    const ofVictim = seen.filter((each) => each.account === account)
    expect(ofVictim.filter(({ requestId }) => !requestId.startsWith('victim-'))).toEqual([])
    expect(ofVictim).toHaveLength(exchanges.length)
  },
)

/** Answers when a body has come, but treats its content as requests. */
async function serveBodies() {
  const seen: { requestId: string; authorization: string }[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
        if (text.length < end + 4 + Number(header('content-length'))) return
        text = text.slice(end + 4)
        const requestId = header('x-request-id')
        seen.push({ requestId, authorization: header('authorization') })
        socket.write(`HTTP/1.1 200 OK\r\nX-Request-Id: ${requestId}\r\nContent-Length: 0\r\n\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = server.address()
  return { seen, address: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}` }
}

test.for(['nginx', 'haproxy'] as const)(
  'such an attack does hit a server that treats bodies as requests, proxy: %s',
  async (proxy, { skip }) => {
    skip(!isHere(proxy), `${proxy} is not installed`)
    const { address, seen } = await serveBodies()
    const authorization = basic(KEY, SECRET)
    const list = attacks.filter(({ name }) => name === 'CL.0, no such address')
    const exchanges = await attackAll(await putBefore(proxy, address), authorization, list)
    expect(seen).toContainEqual({ requestId: SMUGGLED, authorization })
    expect(exchanges.filter(({ sent, got }) => got !== sent)).not.toEqual([])
  },
)

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { drawPicture } from '../fixtures/pictures.ts'
import { openClient } from '../service/service/client.ts'
import { METRICS_TOKEN } from './arms.ts'
import { hideTreasure, isUntouched } from './treasure.ts'
import { nextAttack } from './hostile-request.ts'
import { judge } from './judge.ts'
import { createRandom } from './random.ts'
import { sendAttack } from './send-attack.ts'

export type FuzzOptions = {
  requests: number
  seed: number
  atOnce?: number
  onProgress?: (done: number, megabytes: number) => void
}
export type FuzzReport = {
  requests: number
  seconds: number
  /** Answers by status; `none` if the service rightly waited for more or cut the connection. */
  statuses: Record<string, number>
  kinds: Record<string, number>
  /** Faults, with their counts, and the first request that shows each. */
  faults: { what: string; times: number; example: string }[]
  /** The first errors that the service logged. */
  errors: unknown[]
  /** Memory of the service's process in MB: after the first tenth, the peak, and at the end. */
  megabytes: { early: number; most: number; last: number }
  /** Whether the other account's data is unchanged, and the service answers. */
  isWell: boolean
}

/** Attacks a service in its own process; rejects if that process ends. */
export async function runFuzz({ requests, seed, atOnce = 24, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const victim = fork(join(import.meta.dirname, 'victim.ts'))
  const errors: unknown[] = []
  const ended = once(victim, 'exit').then(([code, signal]) =>
    Promise.reject(new Error(`The service ended: code ${code}, signal ${signal}.`)),
  )
  ended.catch(() => {})
  victim.on(
    'message',
    (message: { error?: unknown }) => void (message.error && errors.length < 20 && errors.push(message.error)),
  )
  try {
    const [{ address }] = (await Promise.race([once(victim, 'message'), ended])) as [{ address: string }]
    return { ...(await Promise.race([attackAll(address, { requests, seed, atOnce, onProgress }), ended])), errors }
  } finally {
    await close(victim)
  }
}

async function attackAll(
  address: string,
  { requests, seed, atOnce, onProgress }: FuzzOptions & { atOnce: number },
): Promise<Omit<FuzzReport, 'errors'>> {
  const random = createRandom(seed)
  const treasure = await hideTreasure(address)
  const attacker = openClient(address, { key: 'key-main', secret: 'the-secret-of-main' })
  const picture = await drawPicture({ width: 60, height: 40 })
  const arms = {
    authorization: attacker.authorization,
    key: 'key-main',
    picture,
    upload: await attacker.upload(picture),
    foreign: treasure.foreign,
  }
  const statuses: Record<string, number> = {}
  const kinds: Record<string, number> = {}
  const faults = new Map<string, { what: string; times: number; example: string }>()
  const memory: number[] = []
  let sent = 0
  const began = performance.now()
  const work = async () => {
    while (sent < requests) {
      sent += 1
      const attack = nextAttack(random, arms)
      if (sent % Math.ceil(requests / 50) === 0) {
        memory.push(await memoryOf(address))
        onProgress?.(sent, memory.at(-1)!)
      }
      const outcome = await sendAttack(address, attack)
      const status = String(outcome.status ?? 'none')
      statuses[status] = (statuses[status] ?? 0) + 1
      kinds[attack.kind] = (kinds[attack.kind] ?? 0) + 1
      const what = judge(attack, outcome, treasure.marker)
      if (what === null) continue
      const known = faults.get(`${attack.kind}: ${what}`) ?? {
        what: `${attack.kind}: ${what}`,
        times: 0,
        example: JSON.stringify(Buffer.concat(attack.chunks).toString('latin1').slice(0, 1500)),
      }
      faults.set(known.what, { ...known, times: known.times + 1 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - began) / 1000
  const isWell =
    (await fetch(`${address}/healthz`)).status === 200 &&
    (
      await attacker.ask('/v2/tags', {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(picture),
      })
    ).status === 200 &&
    (await isUntouched(address, treasure))
  const last = await memoryOf(address)
  return {
    requests: sent,
    seconds,
    statuses,
    kinds,
    faults: [...faults.values()],
    megabytes: { early: Math.max(0, ...memory.slice(0, 5)), most: Math.max(last, ...memory), last },
    isWell,
  }
}

async function memoryOf(address: string): Promise<number> {
  const text = await (
    await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6)
}

async function close(victim: ChildProcess): Promise<void> {
  if (victim.exitCode !== null || victim.signalCode !== null) return
  const gone = once(victim, 'exit')
  victim.send('close')
  const timer = setTimeout(() => victim.kill('SIGKILL'), 30_000)
  await gone
  clearTimeout(timer)
}

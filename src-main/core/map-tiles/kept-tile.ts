import { say } from '../../contract/sentences/say.ts'
import CachePolicy from 'http-cache-semantics'
import { z } from 'zod'
import { readHeader } from '../../formats/header/read-header.ts'
import { unfit } from './tile-failure.ts'
import type { TileAnswer } from './tile-fetcher.ts'

/** A tile as it is kept: its bytes, and until when they count as fresh, in milliseconds since 1970. */
export type KeptTile = { bytes: Buffer; type: string; freshUntil: number; policy: CachePolicy.CachePolicyObject }
/** One that just came. */
type NewTile = KeptTile & { mayKeep: boolean }
type Exchange = { address: URL; now: number }

/**
 * However short a time a server names: maps change slowly, and its operators are glad of each request that is not made.
 */
export const LEAST_FRESH_MS = 7 * 24 * 3_600_000
/** Pixels of a side; a browser would decode whatever it is given. */
const MAX_SIDE = 2048
const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const

const Head = z.object({
  type: z.enum(Object.values(types)),
  freshUntil: z.number(),
  policy: z.record(z.string(), z.unknown()),
})
const NEW_LINE = 10

/** The request that a cache's rules are about. */
const requestTo = (address: URL) => ({ url: address.href, method: 'GET', headers: { host: address.host } })

/** An answer as a tile, which the server may forbid to keep. Throws a TileFailure for what is no picture. */
export function tileOf(answer: TileAnswer, { address, now }: Exchange): NewTile {
  const type = typeOf(answer, address.host)
  const policy = new CachePolicy(requestTo(address), policyAnswer(answer), { shared: false })
  return { bytes: answer.bytes, type, ...freshness(policy, now) }
}

/** A tile of which the server says that it is still the same. */
export function renewed(kept: KeptTile, answer: TileAnswer, { address, now }: Exchange): NewTile {
  const { policy } = CachePolicy.fromObject(kept.policy).revalidatedPolicy(requestTo(address), policyAnswer(answer))
  return { ...kept, ...freshness(policy, now) }
}

/** Headers that ask whether a kept tile is still the same. */
export function conditionsOf(kept: KeptTile | null, address: URL): Record<string, string> {
  if (kept === null) return {}
  const all = CachePolicy.fromObject(kept.policy).revalidationHeaders(requestTo(address))
  const asked = ['if-none-match', 'if-modified-since'].map((name) => [name, all[name]] as const)
  return Object.fromEntries(asked.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function freshness(policy: CachePolicy, now: number): Pick<NewTile, 'freshUntil' | 'policy' | 'mayKeep'> {
  const freshUntil = now + Math.max(LEAST_FRESH_MS, policy.timeToLive())
  return { freshUntil, policy: policy.toObject(), mayKeep: policy.storable() }
}

const policyAnswer = ({ status, headers }: TileAnswer) => ({ status, headers: { ...headers } })

/** The bytes decide what it is; a server that says that it sends no picture is believed, too. */
function typeOf({ headers, bytes }: TileAnswer, host: string): string {
  const said = [headers['content-type']].flat()[0] ?? ''
  if (!said.toLowerCase().startsWith('image/')) throw unfit(host, said === '' ? say('tiles.noType') : said.slice(0, 60))
  const { kind, width, height } = readHeader(bytes)
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp') throw unfit(host, say('tiles.noPicture'))
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw unfit(host, say('tiles.pixels', { width, height }))
  return types[kind]
}

/** A tile as the bytes of one file: a line that says what it is, and the picture. */
export function writeTile({ bytes, type, freshUntil, policy }: KeptTile): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify({ type, freshUntil, policy })), Buffer.from([NEW_LINE]), bytes])
}

/** Null for what is no such file. */
export function readTile(file: Uint8Array): KeptTile | null {
  const end = file.indexOf(NEW_LINE)
  if (end === -1) return null
  try {
    const head = Head.parse(JSON.parse(Buffer.from(file.subarray(0, end)).toString()))
    const policy = head.policy as unknown as CachePolicy.CachePolicyObject // Written by `writeTile` alone.
    return { ...head, policy, bytes: Buffer.from(file.subarray(end + 1)) }
  } catch {
    return null // A damaged file is fetched again.
  }
}

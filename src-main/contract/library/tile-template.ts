import { say } from '../sentences/say.ts'
import type { Text } from '../sentences/text.ts'
/**
 * A tile of a map in Web Mercator: at zoom `z` the world is 2^z tiles wide and high; tiles are counted from the
 * north-west.
 */
export type TilePlace = { z: number; x: number; y: number }

/** More than any server has; a tile is then about ten metres wide. */
export const MAX_TILE_ZOOM = 22
const MAX_LENGTH = 500
const KNOWN = ['z', 'x', 'y', 's', 'r']
/** Braces within a text are its own placeholders. */
const placeholders = { z: '{z}', x: '{x}', y: '{y}', s: '{s}', r: '{r}' }
const missingKeys = ['tiles.missingOne', 'tiles.missingTwo', 'tiles.missingThree'] as const
/** The values of `{s}`: servers that use it have these three names. */
const SUBDOMAINS = ['a', 'b', 'c'] as const

/**
 * What is wrong with the address of a tile server, as a sentence; null if it is valid. Plain http is accepted only
 * within private networks, where few servers have a certificate. Elsewhere it would reveal to everyone along the route
 * which places are viewed.
 */
export function problemOfTemplate(template: string): Text | null {
  const text = template.trim()
  if (text === '') return say('tiles.address', { example: 'https://tiles.example.org/{z}/{x}/{y}.png' })
  if (text.length > MAX_LENGTH) return say('tiles.longAddress', { most: MAX_LENGTH })
  return problemOfPlaceholders(text) ?? problemOfAddress(text)
}

function problemOfPlaceholders(text: string): Text | null {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) return say('tiles.unknownPlaceholder', { written: `{${unknown}}`, ...placeholders })
  if (/[{}]/.test(text.replaceAll(/\{\w\}/g, ''))) return say('tiles.strayBrace', placeholders)
  const missing = ['z', 'x', 'y'].filter((name) => !names.includes(name)).map((name) => `{${name}}`)
  if (missing.length > 0)
    return say(missingKeys[missing.length - 1] ?? 'tiles.missingThree', {
      first: missing[0] ?? '',
      second: missing[1] ?? '',
      third: missing[2] ?? '',
    })
  return null
}

function problemOfAddress(text: string): Text | null {
  const filled = fillTemplate(text, { z: 0, x: 0, y: 0 }, 1)
  if (!URL.canParse(filled)) return say('tiles.notAddress')
  const { protocol, hostname, username, password } = new URL(filled)
  if (protocol !== 'https:' && protocol !== 'http:') return say('tiles.otherScheme', { protocol })
  if (username !== '' || password !== '') return say('tiles.credentials')
  if (/\{[zxyr]\}/.test(text.split('/').slice(0, 3).join('/'))) return say('tiles.hostPlaceholder', placeholders)
  if (protocol === 'http:' && !isOwnNetwork(hostname)) return say('tiles.plainHttp')
  return null
}

/** Whether a host is this machine or is in a private network. */
function isOwnNetwork(hostname: string): boolean {
  if (hostname === 'localhost' || /\.(?:localhost|local|lan|internal)$|\.home\.arpa$/.test(hostname)) return true
  if (hostname.startsWith('[')) return /^\[(?:::1|f[cd]|fe[89ab])/.test(hostname)
  const [first = 0, second = 0] = hostname.split('.').map(Number)
  if (!/^\d+(?:\.\d+){3}$/.test(hostname)) return !hostname.includes('.')
  return (
    first === 127 || first === 10 || (first === 192 && second === 168) || (first === 172 && second >= 16 && second < 32)
  )
}

/** The address of one tile; a `scale` of 2 asks for twice the pixels if the template supports it. */
export function fillTemplate(template: string, { z, x, y }: TilePlace, scale: 1 | 2): string {
  const values: Readonly<Record<string, string | number>> = {
    z,
    x,
    y,
    s: SUBDOMAINS[(x + y) % SUBDOMAINS.length] ?? 'a',
    r: scale === 2 ? '@2x' : '',
  }
  return template.trim().replaceAll(/\{(\w)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Whether a server has tiles with twice the pixels. */
export const hasSharpTiles = (template: string): boolean => template.includes('{r}')

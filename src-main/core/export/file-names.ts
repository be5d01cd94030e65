import { AppError } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'

/** What a name pattern can say about one exported file. */
export type NameFacts = {
  /** File name of the photo, with its extension. */
  photoName: string
  width: number
  height: number
  /** Wall-clock time `YYYY-MM-DDTHH:MM:SS`, or null. */
  takenAt: string | null
  rating: number
  /** From 1. */
  counter: number
}

/**
 * Longest name in bytes of UTF-8: file systems allow 255, and room is kept for ` (999)`, the extension and a temporary
 * mark.
 */
const MAX_NAME_BYTES = 200
/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
export const extensions: Readonly<Record<ExportFormat, string>> = { jpeg: '.jpg', webp: '.webp', png: '.png' }

const fields: Readonly<Record<string, (facts: NameFacts) => string>> = {
  name: ({ photoName }) => photoName.replace(/(?<=.)\.[^.]*$/u, ''),
  width: ({ width }) => String(width),
  height: ({ height }) => String(height),
  size: ({ width, height }) => `${width}x${height}`,
  date: ({ takenAt }) => takenAt?.slice(0, 10) ?? 'undated',
  rating: ({ rating }) => String(rating),
  counter: ({ counter }) => String(counter).padStart(3, '0'),
}

/** Throws `bad-params` for a field that no pattern knows, naming it. */
export function checkPattern(pattern: string): void {
  for (const [, field] of pattern.matchAll(/\{([^{}]*)\}/gu)) {
    if (!Object.hasOwn(fields, field!))
      throw new AppError(
        'bad-params',
        `The name pattern has an unknown field {${field}}; known are ${Object.keys(fields)
          .map((name) => `{${name}}`)
          .join(', ')}.`,
      )
  }
}

/** Fills a checked pattern; the result is a safe file name without extension on every system. */
export function fillPattern(pattern: string, facts: NameFacts): string {
  return safeName(pattern.replace(/\{([^{}]*)\}/gu, (_, field: string) => fields[field]!(facts)))
}

/**
 * Makes a name that Linux, macOS and Windows all take: no separators, controls or reserved characters, no hidden or
 * device names, not too long.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '_')
    .replace(/^[.\s]+/u, '')
  const named = DEVICE.test(plain) ? `_${plain}` : plain
  return shorten(named).replace(/[.\s]+$/u, '') || 'photo'
}

/** Cuts at a whole character. */
function shorten(name: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += encoder.encode(character).length
    if (bytes > MAX_NAME_BYTES) break
    kept += character
  }
  return kept
}

/** The name with ` (2)`, ` (3)`, … before its extension; the first attempt is the name itself. */
export function numberedName(name: string, extension: string, attempt: number): string {
  return attempt === 1 ? name + extension : `${name} (${attempt})${extension}`
}

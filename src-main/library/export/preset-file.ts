import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { textOfIssue } from '../../contract/issues.ts'
import { ExportPreset } from '../../contract/library/export-preset.ts'
import { ExportSettings } from '../../contract/library/export-settings.ts'
import { MAX_WATERMARK_BYTES } from '../../contract/library/watermark.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { checkSettings } from './check-settings.ts'
import { safeName } from '../file-names/safe-name.ts'
import { addWatermark } from './add-watermark.ts'

type Kept = Pick<Catalog['exports'], 'watermarks'>

/** The version of the file's layout. */
const VERSION = 1
const KIND = 'lumafold-export-preset'

/** A watermark's picture is included in its preset's file. */
const PresetFile = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  name: ExportPreset.shape.name,
  settings: z.record(z.string(), z.unknown()),
  watermark: z
    .strictObject({ name: z.string().max(500), base64: z.base64().max((MAX_WATERMARK_BYTES * 4) / 3 + 4) })
    .optional(),
})

/** A preset as a file that other libraries can read. */
export function writePresetFile(
  { watermarks }: Kept,
  { name, settings }: ExportPreset,
): { fileName: string; text: string } {
  const pictureId =
    settings.kind === 'pictures' && settings.watermark?.kind === 'picture' ? settings.watermark.pictureId : null
  const picture = pictureId === null ? null : watermarks.get(pictureId)
  const file = {
    kind: KIND,
    version: VERSION,
    name,
    settings,
    ...(picture === null
      ? {}
      : { watermark: { name: picture.name, base64: Buffer.from(picture.bytes).toString('base64') } }),
  }
  return { fileName: `${safeName(name) || 'preset'}.lumafold-preset.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/** Reads such a file strictly, and stores its picture. Throws `bad-params` that names the problem. */
export function readPresetFile(kept: Kept, text: string): Omit<ExportPreset, 'id'> {
  const file = check(PresetFile, parseJson(text))
  const settings = check(ExportSettings, file.settings, 'settings')
  refuseUnknown(file.settings, settings, 'settings')
  const isPicture = settings.kind === 'pictures' && settings.watermark?.kind === 'picture'
  if (isPicture && file.watermark === undefined) throw wrong(say('exports.presetNoPicture'))
  if (isPicture && file.watermark !== undefined) {
    const { id } = addWatermark(kept, {
      name: file.watermark.name,
      bytes: Buffer.from(file.watermark.base64, 'base64'),
    })
    settings.watermark = { ...settings.watermark!, pictureId: id } as typeof settings.watermark
  }
  checkSettings(kept, settings)
  return { name: file.name, settings }
}

function parseJson(text: string): { [key: string]: unknown } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong(say('exports.presetNoJson'))
  }
  const { kind, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (kind !== KIND) throw wrong(say('exports.presetOther', { kind: KIND }))
  if (version !== VERSION)
    throw wrong(say('exports.presetVersion', { version: JSON.stringify(version) ?? '', known: VERSION }))
  return value as { [key: string]: unknown }
}

function check<T extends z.ZodType>(schema: T, value: unknown, at = ''): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = [at, ...issue!.path].filter((part) => part !== '').join('.')
  const reason = textOfIssue(issue!)
  throw wrong(place === '' ? reason : say('exports.presetField', { place, reason }))
}

/** A misspelt setting would otherwise be ignored silently. */
function refuseUnknown(given: unknown, read: unknown, at: string): void {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(read, key)) throw wrong(say('exports.presetUnknown', { place: `${at}.${key}` }))
    refuseUnknown(value, (read as Record<string, unknown>)[key], `${at}.${key}`)
  }
}

const wrong = (reason: Text) => new AppError('bad-params', say('exports.presetUnread', { reason }))

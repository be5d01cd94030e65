import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { PictureSettings } from '../../contract/library/export-settings.ts'

/**
 * Settings that every content key contains, whatever their values: the first keys contained all of them, and a file
 * whose key changes is written again. Settings that are not listed are contained unless they have their default.
 */
const ALWAYS_IN_KEY: ReadonlySet<string> = new Set([
  'kind',
  'outputs',
  'outputs.*',
  'outputs.*.kind',
  'outputs.*.size',
  'outputs.*.size.by',
  'outputs.*.size.pixels',
  'outputs.*.size.megapixels',
  'outputs.*.size.width',
  'outputs.*.size.height',
  'keepsSmall',
  'format',
  'quality',
  'maxKilobytes',
  'colors',
  'sharpening',
  'sharpening.for',
  'sharpening.amount',
  'watermark',
  'watermark.kind',
  'watermark.text',
  'watermark.color',
  'watermark.pictureId',
  'watermark.size',
  'watermark.place',
  'watermark.opacity',
  'watermark.margin',
  'metadata',
  'withPlace',
  'withPeople',
  'withSerials',
  'pattern',
  'collisions',
  'withSensitive',
  'dpi',
])

/**
 * The part of the settings that the content key of a published file contains, in an order that does not change. A
 * setting that a later version adds is left out as long as it has its default, so that an update writes no file again.
 */
export function settingsInKey<Settings extends object>(
  settings: Settings,
  schema: z.ZodType = PictureSettings,
): Settings {
  const isDefault = (kept: Settings): boolean => isDeepStrictEqual(schema.safeParse(kept).data, settings)
  return pathsOf(settings)
    .filter((path) => !ALWAYS_IN_KEY.has(path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.')))
    .map((path) => (kept: Settings) => without(kept, path))
    .reduce((kept, leaveOut) => (isDefault(leaveOut(kept)) ? leaveOut(kept) : kept), settings)
}

type Path = readonly string[]

/** The paths of all settings, those of groups such as the watermark and of lists included. */
const pathsOf = (settings: object): Path[] =>
  Object.entries(settings).flatMap(([name, value]: [string, unknown]): Path[] => [
    [name],
    ...(isGroup(value) ? pathsOf(value).map((path) => [name, ...path]) : []),
  ])

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null

function without<Settings extends object>(settings: Settings, [name = '', ...within]: Path): Settings {
  const entries = Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    if (key !== name) return [[key, value] as const]
    return within.length === 0 || !isGroup(value) ? [] : [[key, without(value, within)] as const]
  })
  return (Array.isArray(settings) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as Settings
}

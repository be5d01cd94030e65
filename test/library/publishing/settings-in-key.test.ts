import { expect, test } from 'vitest'
import { z } from 'zod'
import { ExportOutput, OutputSharpening, PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import { settingsInKey } from '../../../src-main/library/publishing/settings-in-key.ts'

const outputs = [{ kind: 'photo', size: { by: 'original' } }] as const
const given = [
  { kind: 'pictures', outputs },
  {
    kind: 'pictures',
    outputs,
    quality: 80,
    sharpening: { for: 'screen' },
    watermark: { kind: 'text', text: '© Ann' },
    metadata: 'none',
  },
  { kind: 'pictures', outputs, watermark: { kind: 'picture', pictureId: 3 } },
]

/** Settings of each output and of a group as a later version may have them, with one more field. */
const Later = PictureSettings.extend({
  stripsProfile: z.boolean().default(false),
  outputs: z.array(ExportOutput.and(z.object({ isRound: z.boolean().default(false) }))),
  sharpening: OutputSharpening.extend({ radius: z.number().default(1) })
    .nullable()
    .default(null),
})

/** All settings in the first keys. */
function firstSettings(wanted: object): Partial<PictureSettings> {
  const { holdsBackCards: _, ...first } = PictureSettings.parse(wanted)
  return first
}

test.each(given)('keys contain all settings of the first keys: %j', (wanted) => {
  const settings = PictureSettings.parse(wanted)
  expect(JSON.stringify(settingsInKey(settings))).toBe(JSON.stringify(firstSettings(wanted)))
})

test.each(given)('a setting added by a later version changes no key while it has its default: %j', (wanted) => {
  const later = Later.parse(wanted)
  expect(later).toHaveProperty('stripsProfile', false)
  expect(JSON.stringify(settingsInKey(later, Later))).toBe(JSON.stringify(firstSettings(wanted)))
})

test('a setting added by a later version is part of the key once a person changes it', () => {
  const chosen = Later.parse({ ...given[1], stripsProfile: true, sharpening: { for: 'screen', radius: 2 } })
  expect(settingsInKey(chosen, Later)).toMatchObject({ stripsProfile: true, sharpening: chosen.sharpening })
  const half = Later.parse({ ...given[1], sharpening: { for: 'screen', radius: 2 } })
  expect(settingsInKey(half, Later)).toEqual({ ...firstSettings(given[1]!), sharpening: half.sharpening })
})

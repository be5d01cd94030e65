import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { openForTest } from '../catalog/library.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openTestLibrary } from '../library/open-test-library.ts'
import { settingsOf } from './open-export.ts'
import { LIBRARY_IDS } from '../../../src-main/library/history/kinds/change-kind.ts'

const pictureOf = async (color: string) =>
  new Blob([
    await sharp({ create: { width: 30, height: 20, channels: 4, background: color } })
      .png()
      .toBuffer(),
  ])

test('presets are saved, renamed, removed and restored', async () => {
  const { library } = await openTestLibrary(tempFolder(), { watch: false })
  const { exportPresets, history } = library.calls
  const { preset } = await exportPresets.save({ name: 'Web', settings: settingsOf({ format: 'webp' }) })
  await expect(exportPresets.save({ name: 'WEB', settings: settingsOf() })).rejects.toThrow(/“Web” already/)
  await exportPresets.save({ ...preset, name: 'Web 2' })
  expect(await exportPresets.list()).toEqual([{ ...preset, name: 'Web 2' }])
  await exportPresets.remove({ id: preset.id })
  expect(await exportPresets.list()).toEqual([])
  await history.undo({})
  await history.undo({})
  expect(await exportPresets.list()).toEqual([preset])
})

test('settings stored before a field existed get its default: in presets, publish folders and jobs', () => {
  const folder = tempFolder()
  const settings = settingsOf({ withSerials: false, dpi: 72 })
  const query = { filter: {}, sort: { by: 'name', order: 'asc' } } as const
  const before = openForTest(folder)
  before.changes.apply({
    kind: 'export-preset',
    ids: LIBRARY_IDS,
    id: before.exports.presets.newId(),
    name: 'Web',
    preset: { name: 'Web', settings },
  })
  const target = '/Best'
  before.exports.publishing.add({ name: 'Best', source: { kind: 'query', query }, settings, target, isOn: true })
  before.exports.jobs.add({ id: 'job', title: '', target: '/Job', settings, album: '', crops: [] })
  before.close()
  const db = connect(join(folder, 'library.db'))
  for (const table of ['export_presets', 'publish_folders', 'export_jobs'])
    db.exec(`UPDATE ${table} SET settings = json_remove(settings, '$.withSerials', '$.dpi')`)
  db.exec(`UPDATE publish_folders SET source = json_remove(source, '$.query.sort')`)
  db.close()
  const { exports } = openForTest(folder)
  const whole = { ...settings, withSerials: true, dpi: 300 }
  expect(exports.presets.list()[0]!.settings).toEqual(whole)
  expect(exports.publishing.list()[0]).toMatchObject({
    settings: whole,
    source: { query: { sort: { by: 'takenAt', order: 'desc' } } },
  })
  expect(exports.jobs.get('job').settings).toEqual(whole)
})

test('a preset is exported to a file with its watermark picture, and imported again', async () => {
  const [here, there] = [
    await openTestLibrary(tempFolder(), { watch: false }),
    await openTestLibrary(tempFolder(), { watch: false }),
  ]
  const picture = await here.library.calls.exports.addWatermark({
    name: 'logo.png',
    bytes: await pictureOf('#ff000080'),
  })
  expect(picture).toMatchObject({ width: 30, height: 20, preview: expect.stringMatching(/^data:image\/png/) })
  const watermark = { kind: 'picture', pictureId: picture.id, size: 10, opacity: 50, margin: 2, place: 'top' } as const
  const { preset } = await here.library.calls.exportPresets.save({
    name: 'Für: Zoë?',
    settings: settingsOf({ watermark }),
  })
  await expect(here.library.calls.exports.removeWatermark({ id: picture.id })).rejects.toThrow(/Zoë/)
  const { fileName, text } = await here.library.calls.exportPresets.write({ id: preset.id })
  expect(fileName).toBe('Für_ Zoë_.lumafold-preset.json')
  await there.library.calls.exports.addWatermark({ name: 'other.png', bytes: await pictureOf('#0000ff') })
  const { preset: read } = await there.library.calls.exportPresets.read({ text })
  expect(read.settings).toMatchObject({ watermark: { pictureId: 2, opacity: 50 } })
  expect((await there.library.calls.exports.watermarks())[1]).toMatchObject({
    name: 'logo.png',
    preview: picture.preview,
  })
  expect((await there.library.calls.exportPresets.read({ text })).preset.name).toBe('Für: Zoë? (2)')
})

test('a file that is invalid, too new or has unknown content is refused with a reason', async () => {
  const { library } = await openTestLibrary(tempFolder(), { watch: false })
  const file = { kind: 'lumafold-export-preset', version: 1, name: 'A', settings: { ...settingsOf() } }
  const read = (value: unknown) =>
    library.calls.exportPresets.read({ text: typeof value === 'string' ? value : JSON.stringify(value) })
  await expect(read('{')).rejects.toThrow(/not JSON/)
  await expect(read({ kind: 'other' })).rejects.toThrow(/no preset of Lumafold/)
  await expect(read({ ...file, version: 2 })).rejects.toThrow(/version is 2.*reads version 1/)
  await expect(read({ ...file, extra: 1 })).rejects.toThrow(/extra/)
  await expect(read({ ...file, settings: { ...file.settings, qualty: 5 } })).rejects.toThrow(
    /"settings.qualty" is not known/,
  )
  await expect(read({ ...file, settings: { ...file.settings, quality: 500 } })).rejects.toThrow(/"settings.quality"/)
  await expect(read({ ...file, settings: { ...file.settings, pattern: '{iso}' } })).rejects.toThrow(/\{iso\}/)
  const watermark = { kind: 'picture', pictureId: 1 }
  await expect(read({ ...file, settings: { ...file.settings, watermark } })).rejects.toThrow(
    /picture of its watermark is missing/,
  )
  expect(await library.calls.exportPresets.list()).toEqual([])
})

test('only a picture becomes a watermark', async () => {
  const { library } = await openTestLibrary(tempFolder(), { watch: false })
  const bytes = new Blob(['no picture'])
  await expect(library.calls.exports.addWatermark({ name: 'a.png', bytes })).rejects.toMatchObject({
    code: 'file-unreadable',
  })
})

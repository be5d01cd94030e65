import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContactSheetSettings } from '../../../src-main/contract/library/export-settings.ts'
import { CAPTION_GAP, CAPTION_LINE, layOut } from '../../../src-main/library/export/contact-sheet/sheet-layout.ts'
import { SheetDocument } from '../../../src-main/library/export/contact-sheet/sheet-document.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { fontFiles } from '../../../src-main/library/export/plan-style.ts'
import { hasPdfTools, tell } from '../../fixtures/other-programs.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { openExport } from './open-export.ts'

const sheetOf = (sheet: object = {}, more: object = {}): ContactSheetSettings =>
  ContactSheetSettings.parse({
    kind: 'contact-sheet',
    sheet: { rows: 2, columns: 2, title: 'Best of May', ...sheet },
    ...more,
  })

test(
  'photos are laid out on pages with their names, and an unreadable one leaves its place empty',
  { tags: 'night' },
  async () => {
    const { run, target, library, idOf, photosDir } = await openExport((dir) =>
      drawPhotos(dir, 6, { width: 1500, height: 1000 }),
    )
    await library.calls.photos.rate({ ids: [await idOf('photo-001.jpg')], rating: 3 })
    await library.calls.photos.setSensitivity({ ids: [await idOf('photo-006.jpg')], judgement: 'sensitive' })
    rmSync(join(photosDir, 'photo-005.jpg'))
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => idOf(`photo-00${number}.jpg`)))
    const job = await run(sheetOf({}, { pattern: 'sheets/May' }), { source: { kind: 'photos', ids } })
    expect(job).toMatchObject({ state: 'done', kind: 'contact-sheet', photos: 6, written: 4, failed: 1, heldBack: 1 })
    const path = join(target, 'sheets', 'May.pdf')
    expect(readFileSync(path, 'latin1').slice(0, 5)).toBe('%PDF-')
    if (!hasPdfTools) return
    const info = tell('pdfinfo', path)
    expect(info).toMatch(/Pages:\s+2\n/)
    expect(info).toMatch(/Page size:\s+595\.\d+ x 841\.\d+ pts \(A4\)/)
    expect(info).toMatch(/Title:\s+Best of May/)
    expect(tell('pdffonts', path)).toMatch(/\+Inter-?\w*\s+CID TrueType\s+Identity-H\s+yes yes yes/)
    const text = tell('pdftotext', '-layout', path, '-')
    for (const word of ['Best of May', 'photo-001.jpg', '★★★', 'photo-005.jpg']) expect(text).toContain(word)
    expect(text.match(/\d ?\/ ?2/g)).toHaveLength(2)
    expect(text).not.toContain('photo-006.jpg')
    const pictures = tell('pdfimages', '-list', path)
      .split('\n')
      .slice(2)
      .filter((line) => line.trim() !== '')
    expect(pictures).toHaveLength(4)
    for (const line of pictures) expect(Number(line.trim().split(/\s+/)[12])).toBeGreaterThanOrEqual(295)
  },
)

test('a sheet shows a cropped photo as cropped', { tags: 'night' }, async () => {
  const { run, target, library, idOf } = await openExport((dir) => drawPhotos(dir, 1, { width: 1500, height: 1000 }))
  const crop = { left: 0, top: 0, right: 0.25, bottom: 0.75, angle: 0 }
  await library.calls.photos.crop({ id: await idOf('photo-001.jpg'), crop })
  expect(await run(sheetOf({ captions: [] }))).toMatchObject({ state: 'done', written: 1 })
  if (!hasPdfTools) return
  const [, , line = ''] = tell('pdfimages', '-list', join(target, 'Contact sheet.pdf')).split('\n')
  const [width, height] = line.trim().split(/\s+/).slice(3, 5).map(Number)
  expect(width! / height!).toBeCloseTo((0.25 * 1500) / (0.75 * 1000), 2)
})

test('a sheet can be undone, its name is numbered, and paper can be turned', { tags: 'night' }, async () => {
  const { run, target, library } = await openExport((dir) => drawPhotos(dir, 2))
  const first = await run(sheetOf())
  const [made] = await library.calls.history.list({})
  expect(inEnglish(made?.sentence)).toBe(`Exported 1 file to ${target}`)
  await run(sheetOf({ paper: 'a3', isLandscape: true, hasPageNumbers: false, captions: [] }))
  expect(readdirSync(target).sort()).toEqual(['Contact sheet (2).pdf', 'Contact sheet.pdf'])
  if (hasPdfTools)
    expect(tell('pdfinfo', join(target, 'Contact sheet (2).pdf'))).toMatch(/1190\.\d+ x 841\.\d+ pts \(A3\)/)
  expect(inEnglish((await library.calls.exports.undo({ jobId: first.jobId })).sentence)).toContain('1 file removed')
  expect(readdirSync(target)).toEqual(['Contact sheet (2).pdf'])
})

test('a layout without room is refused', async () => {
  const { start } = await openExport((dir) => drawPhotos(dir, 1))
  await expect(start(sheetOf({ rows: 20, columns: 20, margin: 60 }))).rejects.toThrow(/less than 8 mm/)
})

test('names in other scripts are drawn within their cells', async () => {
  const path = join(tempFolder(), 'sheet.pdf')
  const order = {
    sheet: sheetOf({ title: '', hasPageNumbers: false }).sheet,
    photos: 3,
    fontFiles: fontFiles(resourcesDir),
  }
  const document = await SheetDocument.open(path, order)
  const { width } = document.layout.cells[0]!
  for (const name of ['東京タワー.jpg', 'القاهرة.jpg', `${'とても長い名前の写真'.repeat(9)}.jpg`, 'Москва.jpg'])
    await document.add(null, [name, ''])
  await document.end()
  if (!hasPdfTools) return
  const drawn = tell('pdfimages', '-list', path)
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))
  expect(drawn).toHaveLength(3)
  for (const line of drawn) expect((Number(line[3]) / Number(line[12])) * 72).toBeLessThanOrEqual(width + 1)
  expect(tell('pdftotext', path, '-')).toContain('Москва.jpg')
})

test('captions of one row do not overlap', () => {
  for (const captions of [['name'], ['name', 'rating', 'date', 'title']]) {
    const { cells } = layOut(sheetOf({ captions, gap: 0 }).sheet)
    const end = cells[0]!.y + cells[0]!.height + CAPTION_GAP + captions.length * CAPTION_LINE
    expect(end).toBeLessThanOrEqual(cells[2]!.y + 0.01)
  }
})

test('a sheet cancelled at once leaves no file', async () => {
  const path = join(tempFolder(), 'sheet.pdf')
  const order = { sheet: sheetOf().sheet, photos: 1, fontFiles: fontFiles(resourcesDir) }
  const document = await SheetDocument.open(path, order)
  await document.close()
  rmSync(path, { force: true })
  for (let rounds = 0; rounds < 20; rounds++) await stat(resourcesDir) // takes longer than opening a file
  expect(existsSync(path)).toBe(false)
})

import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createExifToolWriter } from '../../../../src-main/library/metadata/plan/exiftool-writer.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { withXmp, xmpPacket } from '../photo-file.ts'

test('reading a packet touches nothing in the folder of the photo', async () => {
  const tool = createExifToolWriter()
  onTestFinished(() => tool.close())
  const folder = tempFolder('photos')
  const file = join(folder, '100 %d.jpg')
  const packet = xmpPacket('<xmp:Rating>3</xmp:Rating>')
  writeFileSync(file, withXmp(await drawPicture({ width: 8, height: 8 }), packet))
  const before = statSync(folder, { bigint: true }).mtimeNs
  const embedded = await tool.readEmbedded(file)
  expect(embedded?.packet?.toString('utf8')).toBe(packet)
  expect(statSync(folder, { bigint: true }).mtimeNs).toBe(before)
})

/**
 * Writes the MobileNetV2 features of the pictures that a list names into that list. FOLDER holds the pictures, each
 * under the last part of its path.
 *
 * npm run heads:pictures -- FOLDER ../shared/models build/heads/sunset-pictures.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import type { LearnedPicture } from './picture-features.ts'

async function main([folder, modelsDir, list]: string[]): Promise<void> {
  if (!folder || !modelsDir || !list) throw new Error('Usage: see the head of this file.')
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const { about, pictures } = JSON.parse(readFileSync(list, 'utf8')) as { about: string; pictures: LearnedPicture[] }
  for (const picture of pictures) {
    const row = await embedder.embed(await decodePhoto(join(folder, basename(picture.file))))
    const bytes = new DataView(new ArrayBuffer(2 * row.length))
    row.forEach((value, n) => bytes.setFloat16(2 * n, value, true))
    picture.features = Buffer.from(bytes.buffer).toString('base64')
  }
  await models.close()
  writeFileSync(list, `${JSON.stringify({ about, pictures }, null, 2)}\n`)
  process.stdout.write(`${pictures.length} pictures described in ${list}\n`)
}

await main(process.argv.slice(2))

/**
 * Writes what photos in general look like to MobileNetV2, for libraries too small to tell: mean, principal axes and shape of the
 * even rows of the labelled features; no vector of a photo is kept.
 *
 *   node build/heads/build-background.ts ../shared/features resources/heads/background-mobilenetv2.json
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeBackground } from '../../src-main/engine/local/learning/background.ts'
import { writeBackground } from '../../src-main/engine/local/learning/background-file.ts'
import { readFeatures } from './labelled-features.ts'

const MODEL_ID = 'mobilenetv2-int8-embedding'

function main([folder, out]: string[]): void {
  if (!folder || !out) throw new Error('Usage: node build/heads/build-background.ts FEATURES_DIR OUT.json')
  const rows = readFeatures(folder).rows.filter((_, n) => n % 2 === 0)
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${writeBackground(describeBackground(MODEL_ID, rows))}\n`)
  process.stdout.write(`background of ${rows.length} photos written to ${out}\n`)
}

if (import.meta.main) main(process.argv.slice(2))

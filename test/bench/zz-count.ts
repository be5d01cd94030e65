import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { createSteps } from '../../src-main/analysis/pipeline/create-steps.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { resourcesDir } from '../fixtures/folders.ts'
const folder = process.argv[2]!
const photos = readdirSync(folder).filter((n) => /jpe?g$/i.test(n)).slice(0, Number(process.argv[3] ?? 128)).map((x) => join(folder, x))
const models = openModels({ resourcesDir, modelsDir: '/tmp/none' } as any)
const steps = createSteps(resourcesDir).filter((s) => ['faces'].includes(s.name)) as any[]
let near = 0, person = 0, looks = 0, ran = 0, found1 = 0
const det: any = await models.get('faces')
const orig = det.detect
for (const p of photos) {
  const photo = await decodePhoto(p)
  const detections = createCachedDetections(photo, models)
  let enough: boolean | null = null
  const spy = { get: async (t: string) => t === 'faces' ? { ...det, detect: (ph: any, isEnough: any) => { ran++; return orig(ph, (f: any) => { enough = isEnough(f); return enough }) } } : models.get(t as any) }
  const r: any = await steps[0].run({ photo, models: spy, found: {}, detections })
  const objs: any[] = await detections.objects()
  const area = ({ box }: any) => ((box.x2 - box.x1) * (box.y2 - box.y1)) / (photo.width * photo.height)
  const isPerson = objs.some((o) => o.label === 'person' && o.score >= 0.3)
  const isNear = objs.some((o) => o.label === 'person' && o.score >= 0.3 && area(o) >= 0.05) || r.faces.some((f: any) => f.confidence >= 80 && f.coordinates.height >= 0.1 * photo.height)
  if (isPerson) person++
  if (isNear) near++
  if (enough !== null) { looks += enough ? 0 : 1 }
  if (enough === true) found1++
}
console.log({ photos: photos.length, person, near, blazefaceRan: ran, secondLooks: looks, firstEnough: found1 })
process.exit(0)

import { readdirSync } from 'node:fs'
import { join, basename } from 'node:path'
const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const marks: [string, number][] = []
const mark = (n: string) => marks.push([n, cpuMs()])
mark('node started')
const { InferenceSession } = await import('onnxruntime-node')
mark('ort')
const create = InferenceSession.create.bind(InferenceSession) as any
Object.assign(InferenceSession, { create: async (f: any, o: any) => { const c = cpuMs(); const s = await create(f, o); console.log('  open', typeof f === 'string' ? basename(f) : s.outputNames.join(' ').slice(0,30), (cpuMs() - c).toFixed(0)); return s } })
const { decodePhoto, openPhoto } = await import('../../src-main/analysis/decode/decode-photo.ts')
const { createCachedDetections } = await import('../../src-main/analysis/pipeline/create-cached-detections.ts')
const { createSteps } = await import('../../src-main/analysis/pipeline/create-steps.ts')
const { openModels } = await import('../../src-main/analysis/models/registry/registry.ts')
mark('imports')
const { resourcesDir } = await import('../fixtures/folders.ts')
const { largePhotos } = await import('./make-photos.ts')
const folder = await largePhotos(96)
const photos = readdirSync(folder).map((x) => join(folder, x))
mark('fixtures')
const models = openModels({ resourcesDir, modelsDir: '/tmp/none' } as any)
const only = process.argv[2] === 'thumb' ? ['preview'] : null
const steps = createSteps(resourcesDir).filter((s) => only ? only.includes(s.name) : !['hash','sharpness','text','text-image','face-vectors'].includes(s.name)) as any[]
mark('steps')
const each: number[] = []
for (const p of photos) {
  const c = cpuMs()
  const o = await openPhoto(p, only ? { side: 320 } : {})
  await o.inspect(); await o.hashes()
  const photo = await o.decode()
  const found = {}
  const detections = createCachedDetections(photo, models)
  for (const step of steps) Object.assign(found, await step.run({ photo, models, found, detections }))
  o.giveBack()
  each.push(cpuMs() - c)
}
let last = 0
for (const [n, v] of marks) { console.log(n.padEnd(20), (v - last).toFixed(0)); last = v }
const mean = (a: number[]) => (a.reduce((x, y) => x + y, 0) / a.length).toFixed(1)
console.log('1', mean(each.slice(0, 1)), '2-4', mean(each.slice(1, 4)), '5-12', mean(each.slice(4, 12)), '13-24', mean(each.slice(12, 24)), '25-48', mean(each.slice(24, 48)), '49-96', mean(each.slice(48)))
process.exit(0)

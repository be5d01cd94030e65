import { readdirSync } from 'node:fs'
import { join, basename } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { decodePhoto, openPhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { createSteps } from '../../src-main/analysis/pipeline/create-steps.ts'
import { openModelSets } from '../eval/figures.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { largePhotos } from './make-photos.ts'
const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const costs = new Map<string, number>()
let on = false
async function charge<T>(name: string, work: () => Promise<T>): Promise<T> {
  const c = cpuMs()
  try { return await work() } finally { if (on) costs.set(name, (costs.get(name) ?? 0) + cpuMs() - c) }
}
const create = InferenceSession.create.bind(InferenceSession) as any
Object.assign(InferenceSession, { create: async (f: any, o: any) => { const s = await create(f, o); const run = s.run.bind(s); const name = typeof f === 'string' ? basename(f) : s.outputNames.join(' ').slice(0,30)
  return Object.assign(s, { run: (a: any, b: any) => charge('   model ' + name, () => run(a, b)) }) } })
const which = process.argv[2] ?? 'bundled'
const n = Number(process.argv[3] ?? 48)
const folder = await largePhotos(96)
const photos = readdirSync(folder).slice(0, n).map((x) => join(folder, x))
const sets: any = await openModelSets()
const models = (Array.isArray(sets) ? sets : Object.values(sets)).find((s: any) => (s.name ?? s.set) === which)?.models ?? sets[which]
const skip = ['sharpness','text','text-image','face-vectors']
const steps = createSteps(resourcesDir).filter((s) => !skip.includes(s.name)) as any[]
const thumb = async (p: string) => {
  const o = await charge('thumb open', () => openPhoto(p, { side: 320 }))
  await charge('thumb inspect', () => o.inspect())
  await charge('thumb hash', () => o.hashes())
  const d = await charge('thumb decode', () => o.decode())
  await charge('thumb preview', () => steps.find((s) => s.name === 'preview').run({ photo: d } as any))
  o.giveBack()
}
const whole = async (p: string) => {
  const o = await charge('open', () => openPhoto(p, {}))
  await charge('inspect', () => o.inspect())
  await charge('hash', () => o.hashes())
  const photo = await charge('decode', () => o.decode())
  const found = {}
  const plain = photo.fitted; photo.fitted = (spec: any) => charge(`   fitted ${spec.fit} ${spec.width}x${spec.height}`.slice(0, 26), () => plain(spec))
  const detections = createCachedDetections(photo, models)
  for (const step of steps) if (step.name !== 'hash') await charge('step ' + step.name, async () => Object.assign(found, await step.run({ photo, models, found, detections })))
  o.giveBack()
}
for (const p of photos.slice(0, 12)) { await thumb(p); await whole(p) }
on = true
for (const p of photos) { await charge('THUMB', () => thumb(p)); await charge('WHOLE', () => whole(p)) }
const u = process.resourceUsage(); console.log('total user', (u.userCPUTime/1000/n).toFixed(1), 'sys', (u.systemCPUTime/1000/n).toFixed(1), 'minor faults per photo', (u.minorPageFault/n).toFixed(0))
for (const [k, v] of costs) console.log(k.padEnd(40), (v / n).toFixed(2))
process.exit(0)

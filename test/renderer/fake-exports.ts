import { foreign } from '../../src-main/contract/sentences/say.ts'
import { implement, ORPCError } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { ExportedFile, ExportJob, ExportPlan } from '../../src-main/contract/library/export-job.ts'
import type { ExportPreset } from '../../src-main/contract/library/export-preset.ts'
import type { PublishFolder } from '../../src-main/contract/library/publishing.ts'

/** Export jobs, presets and publish folders. No file is written: tests decide the outcome of a job. */
export type FakeExports = {
  jobs: ExportJob[]
  files: ExportedFile[]
  presets: ExportPreset[]
  folders: PublishFolder[]
  absent: number
  sensitive: number
  /** Photos with a payment card or a number plate. */
  cards: number
  /** Jobs end before the answer to the call that starts them, as small ones can; this delays the answer. */
  startAnswersAfter?: () => Promise<unknown>
}

export const noExports = (): FakeExports => ({
  jobs: [],
  files: [],
  presets: [],
  folders: [],
  absent: 0,
  sensitive: 0,
  cards: 0,
})

type Parts = {
  fake: FakeExports
  note: (name: string, input?: unknown) => void
  emit: (event: LibraryEvent) => void
}

const calls = implement(libraryContract)
const refuse = (): never => {
  throw new ORPCError('not-supported-here', { message: 'This library writes no files.' })
}
const done = (sentence: string) => ({ changeId: 77, count: 0, kept: 0, sentence: foreign(sentence) })

export function createFakeExports(parts: Parts) {
  return { exports: fakeJobs(parts), exportPresets: fakePresets(parts), publishing: fakePublishing(parts) }
}

function fakeJobs({ fake, note, emit }: Parts) {
  const { exports } = calls
  const find = (jobId: string): ExportJob => {
    const job = fake.jobs.find((each) => each.jobId === jobId)
    if (!job) throw new ORPCError('job-not-found', { message: 'This job is not known.' })
    return job
  }
  const change = (jobId: string, part: Partial<ExportJob>): ExportJob => {
    const job = { ...find(jobId), ...part }
    fake.jobs = fake.jobs.map((each) => (each.jobId === jobId ? job : each))
    emit({ type: 'exports.changed', job })
    return job
  }
  return {
    plan: exports.plan.handler(({ input: { source, settings } }) => planOf(fake, source, settings)),
    start: exports.start.handler(async ({ input }) => {
      note('exports.start', input)
      const photos = input.source.kind === 'photos' ? input.source.ids.length : 0
      const jobId = `job-${fake.jobs.length + 1}`
      const job = newJob({ jobId, photos, total: photos, title: input.title || 'Photos', kind: input.settings.kind })
      fake.jobs = [job, ...fake.jobs]
      emit({ type: 'exports.changed', job })
      if (!fake.startAnswersAfter) return job
      change(jobId, { state: 'done', written: photos })
      await fake.startAnswersAfter()
      return job
    }),
    list: exports.list.handler(() => fake.jobs),
    get: exports.get.handler(({ input }) => find(input.jobId)),
    files: exports.files.handler(({ input: { states } }) => {
      const files = fake.files.filter(({ state }) => states === undefined || states.includes(state))
      return { total: files.length, files }
    }),
    report: exports.report.handler(({ input }) => ({
      job: find(input.jobId),
      reasons: fake.files.map(({ state, reason }) => ({ state, reason, count: 1 })),
    })),
    answer: exports.answer.handler(({ input }) => {
      note('exports.answer', input)
      return change(input.jobId, { state: 'done', asking: 0 })
    }),
    cancel: exports.cancel.handler(({ input }) => change(input.jobId, { state: 'cancelled' })),
    resume: exports.resume.handler(({ input }) => change(input.jobId, { state: 'running' })),
    undo: exports.undo.handler(({ input }) => {
      change(input.jobId, { state: 'undone', written: 0 })
      return done('Removed 3 exported files')
    }),
    forget: exports.forget.handler(({ input }) => {
      fake.jobs = fake.jobs.filter(({ jobId }) => jobId !== input.jobId)
    }),
    addWatermark: exports.addWatermark.handler(refuse),
    watermarks: exports.watermarks.handler(() => []),
    removeWatermark: exports.removeWatermark.handler(refuse),
  }
}

type Asked = Parameters<Parameters<typeof calls.exports.plan.handler>[0]>[0]['input']

function planOf(
  { absent, sensitive, cards }: FakeExports,
  source: Asked['source'],
  settings: Asked['settings'],
): ExportPlan {
  const [, unknown] = /\{(\w*x\w+)\}/.exec(settings.pattern) ?? []
  if (unknown !== undefined) throw new ORPCError('bad-params', { message: `There is no field {${unknown}}.` })
  const photos = source.kind === 'photos' ? source.ids.length : 3
  const outputs = settings.kind === 'pictures' ? settings.outputs.length : 1
  const names = [settings.pattern.replace('{name}', 'IMG_0001').replace('{size}', '2560x1707')]
  return {
    photos,
    files: (photos - absent) * outputs,
    absent,
    sensitive,
    cards,
    withoutCrop: 0,
    smaller: 0,
    names: names.map((name) => `${name}.jpg`),
  }
}

export const newJob = (part: Partial<ExportJob>): ExportJob => ({
  jobId: 'job-1',
  state: 'running',
  kind: 'pictures',
  title: 'Photos',
  target: '/home/ann/out',
  photos: 3,
  total: 3,
  written: 0,
  skipped: 0,
  heldBack: 0,
  failed: 0,
  asking: 0,
  problem: null,
  createdMs: 0,
  endedMs: null,
  secondsLeft: null,
  ...part,
})

function fakePresets({ fake, note }: Parts) {
  const { exportPresets } = calls
  return {
    list: exportPresets.list.handler(() => fake.presets),
    save: exportPresets.save.handler(({ input: { id = fake.presets.length + 1, ...rest } }) => {
      const preset = { id, ...rest }
      fake.presets = [...fake.presets.filter((each) => each.id !== id), preset]
      return { ...done(`Saved the preset “${preset.name}”`), preset }
    }),
    remove: exportPresets.remove.handler(({ input }) => {
      fake.presets = fake.presets.filter(({ id }) => id !== input.id)
      return done('Removed the preset')
    }),
    write: exportPresets.write.handler(refuse),
    read: exportPresets.read.handler(({ input }) => {
      note('exportPresets.read', input)
      return refuse()
    }),
  }
}

function fakePublishing({ fake, note, emit }: Parts) {
  const { publishing } = calls
  const change = (id: number, part: Partial<PublishFolder>): PublishFolder => {
    const folder = { ...fake.folders.find((each) => each.id === id)!, ...part }
    fake.folders = fake.folders.map((each) => (each.id === id ? folder : each))
    emit({ type: 'publishing.changed', folder })
    return folder
  }
  return {
    list: publishing.list.handler(() => fake.folders),
    add: publishing.add.handler(({ input: { targetId: _target, ...order } }) => {
      note('publishing.add', order)
      const rest = { target: '/home/ann/web', problem: null, files: 0, notes: [], lastRunMs: null }
      const folder: PublishFolder = { ...order, ...rest, id: fake.folders.length + 1, state: 'waiting' }
      fake.folders = [...fake.folders, folder]
      return folder
    }),
    change: publishing.change.handler(({ input: { id, ...part } }) => {
      const given = Object.entries(part).filter(([, value]) => value !== undefined)
      return change(id, Object.fromEntries(given))
    }),
    run: publishing.run.handler(({ input }) => change(input.id, { state: 'running' })),
    remove: publishing.remove.handler(({ input }) => {
      note('publishing.remove', input)
      fake.folders = fake.folders.filter(({ id }) => id !== input.id)
      return { sentence: foreign('Stopped') }
    }),
  }
}

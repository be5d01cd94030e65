import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { croppingsStep } from '../../src-main/analysis/croppings/croppings-step.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { embeddingStep } from '../../src-main/analysis/embedding/embedding-step.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { Findings, MeasuredFace, StepName } from '../../src-main/analysis/photo/findings.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { previewStep } from '../../src-main/analysis/preview/preview-step.ts'
import { sharpnessStep } from '../../src-main/analysis/sharpness/sharpness-step.ts'
import { connect } from '../../src-main/base/sqlite/connect.ts'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import type { StackSet } from '../../src-main/contract/library/stacks.ts'
import { catalogPath } from '../../src-main/library/catalog/database/library-database.ts'
import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'
import { createFrameReader, type StackFrame } from '../../src-main/library/stacks/rows/stack-frames.ts'
import { suggestFrame } from '../../src-main/library/stacks/rows/suggest-frame.ts'
import { figure, mean, median, printFigures, sampleOf, type Figure, type ModelSet } from './figures.ts'
import { listBursts, type BurstKind, type Eyes, type MadeBurst, type MadeFrame } from './made-bursts.ts'

/** A burst as judged by the library: its frames are in a catalogue with their stacks found. */
type JudgedBurst = {
  name: string
  kind: BurstKind
  /** The kind of set it was created as; null for a burst. */
  madeAs: StackSet | null
  frames: (Omit<MadeFrame, 'bytes' | 'shot'> & {
    id: number
    cpuMs: Cost
    measuredFaces: readonly MeasuredFace[]
  })[]
  /** The stacks of its frames, counting single frames, with the library's kind of set. */
  stacks: { ids: number[]; set: StackSet | null; suggested: number | null; frames: StackFrame[] }[]
}

const STEPS = ['preview', 'faces', 'croppings', 'embedding', 'sharpness'] as const satisfies StepName[]

type Cost = Partial<Record<StepName | 'decode' | 'objects', number>>

/** A frame's cost, step by step in milliseconds of processor time, and its findings that culling needs. */
async function analyse(bytes: Buffer, models: Models): Promise<{ findings: Findings; cpuMs: Cost; size: number[] }> {
  const cpuMs: Cost = {}
  const measured = async <T>(name: keyof Cost, work: () => Promise<T>): Promise<T> => {
    const before = process.cpuUsage()
    const done = await work()
    const { user, system } = process.cpuUsage(before)
    cpuMs[name] = (user + system) / 1000
    return done
  }
  const photo = await measured('decode', () => decodePhoto(bytes))
  const findings: Findings = {}
  const context = { photo, models, found: findings, detections: createCachedDetections(photo, models) }
  // Faces, crops and tags share these.
  if (await models.get('objects')) await measured('objects', () => context.detections.objects())
  for (const step of [previewStep, facesStep, croppingsStep, embeddingStep, sharpnessStep])
    if (step.isAboutFile !== true) Object.assign(findings, await measured(step.name, async () => step.run(context)))
  return { findings, cpuMs, size: [photo.width, photo.height] }
}

/** Puts bursts into a new catalogue, a minute apart, finds the stacks, and requests the suggestions. */
async function judgeBursts(bursts: readonly MadeBurst[], models: Models): Promise<JudgedBurst[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lumafold-culling-'))
  const catalog = openCatalog(folder)
  try {
    const root = catalog.folders.addRoot(join(folder, 'photos'))
    const folderId = catalog.folders.ensure(root.id, '')
    catalog.analysis.setSteps(STEPS.map((name) => ({ name, fingerprint: '1' })))
    const judged: JudgedBurst[] = []
    for (const [place, burst] of bursts.entries()) {
      const made = await burst.make()
      const names = made.map((_, i) => `${place}-${i}.jpg`)
      const ids = catalog.files.add(
        names.map((name, i) => ({ folderId, name, bytes: 1, modifiedMs: i, fileKey: `1:${name}` })),
      )
      const frames: JudgedBurst['frames'] = []
      for (const [i, { bytes, shot, ...rest }] of made.entries()) {
        const id = ids[i]!
        const { findings, cpuMs, size } = await analyse(bytes, models)
        const { at, ...camera } = shot
        const takenMs = Date.UTC(2024, 5, 1) + place * 60_000 + at * 1000
        const [takenAt, subsec] = [
          new Date(takenMs).toISOString().slice(0, 19),
          String(takenMs % 1000).padStart(3, '0'),
        ]
        const metadata = { ...emptyMetadata(), takenAt, subsec, cameraModel: 'Camera', ...camera }
        catalog.files.saveMetadata([{ id, metadata, width: size[0]!, height: size[1]! }])
        catalog.analysis.saveOutcome(id, STEPS, { ok: true, findings, warnings: [] })
        frames.push({ ...rest, id, cpuMs, measuredFaces: findings.sharpness?.faces ?? [] })
      }
      judged.push({ name: burst.name, kind: burst.kind, madeAs: burst.set, frames, stacks: [] })
    }
    while (catalog.stacks.hasDue()) catalog.stacks.arrange(200)
    const db = connect(catalogPath(folder), { readonly: true })
    const readFrames = createFrameReader(db)
    for (const burst of judged) {
      const tiles = catalog.photos.tiles(burst.frames.map(({ id }) => id))
      for (const [stack, own] of Map.groupBy(tiles, ({ id, stack: number }) => number ?? -id)) {
        const view = catalog.stacks.look(stack, (ids) => ids)
        burst.stacks.push({
          ids: own.map(({ id }) => id),
          set: view?.set ?? null,
          suggested: view?.suggested?.id ?? null,
          frames: view === null ? [] : readFrames(stack),
        })
      }
    }
    db.close()
    return judged
  } finally {
    catalog.close()
    rmSync(folder, { recursive: true })
  }
}

// Scores

type Chosen = (frames: readonly StackFrame[]) => number | null
/** The frame that represents a burst, by its id: the suggested one, or the first if none is. */
const represents = ({ stacks, frames }: JudgedBurst, chosen: Chosen): number => {
  const [largest] = stacks.toSorted((a, b) => b.ids.length - a.ids.length)
  return chosen(largest!.frames) ?? frames[0]!.id
}

const qualityOf = ({ frames }: JudgedBurst, id: number): number => frames.find((frame) => frame.id === id)!.quality
const isBest = (burst: JudgedBurst, id: number): boolean =>
  qualityOf(burst, id) >= Math.max(...burst.frames.map(({ quality }) => quality))

const topOne = (bursts: readonly JudgedBurst[], chosen: Chosen): number =>
  mean(bursts.map((burst) => Number(isBest(burst, represents(burst, chosen)))))

/** 1 if the best frame is always chosen, 0 if the choice is as good as chance. */
function normalisedGain(bursts: readonly JudgedBurst[], chosen: Chosen): number {
  const gains = bursts.map((burst) => {
    const qualities = burst.frames.map(({ quality }) => quality)
    const [most, usual] = [Math.max(...qualities), mean(qualities)]
    return (qualityOf(burst, represents(burst, chosen)) - usual) / (most - usual)
  })
  return mean(gains)
}

/** What the ablations leave out, and what they are compared with. */
const without = (
  change: (measured: NonNullable<StackFrame['measured']>) => Partial<StackFrame['measured']>,
): Chosen => {
  return (frames) =>
    suggestFrame(
      frames.map((frame) => ({
        ...frame,
        measured: frame.measured && { ...frame.measured, ...change(frame.measured) },
      })),
    )?.id ?? null
}
const plain = { shadows: 0, highlights: 0 }
const ablations: readonly (readonly [string, Chosen])[] = [
  ['without eyes', without(() => ({ eyes: null }))],
  [
    'without faces and eyes',
    without(() => ({ eyes: null, faces: null, clippedFaces: null, openness: null, smile: null, away: null })),
  ],
  ['without the subject', without(() => ({ subject: 50 }))],
  ['without clipping', without(({ exposure }) => ({ clippedFaces: null, exposure: { ...exposure, ...plain } }))],
  ['without the detail beside others', (frames) => suggested(frames.map((frame) => ({ ...frame, detail: null })))],
  ['without brightness', without(({ exposure }) => ({ exposure: { ...exposure, middle: 0.5 } }))],
  ['the first frame', () => null],
  ['the sharpest subject alone', (frames) => mostOf(frames, ({ measured }) => measured?.subject ?? 0)],
]

const mostOf = (frames: readonly StackFrame[], of: (frame: StackFrame) => number): number | null =>
  frames.toSorted((a, b) => of(b) - of(a))[0]?.id ?? null

const suggested: Chosen = (frames) => suggestFrame(frames)?.id ?? null

function burstFigures(bursts: readonly JudgedBurst[], set: string): Figure[] {
  const kinds = [...Map.groupBy(bursts, ({ kind }) => kind)]
  const flawOf = (burst: JudgedBurst) => burst.frames.find(({ id }) => id === represents(burst, suggested))!.flaw
  const chosenMoved = bursts.filter((burst) => flawOf(burst) === 'motion').length
  const whole = bursts.filter(({ stacks }) => stacks.length === 1)
  const judged = whole.filter(({ stacks }) => stacks[0]!.suggested !== null)
  const rejected = judged.flatMap(({ frames, stacks }) => frames.filter(({ id }) => id !== stacks[0]!.suggested))
  const flawed = bursts.flatMap(({ frames }) => frames.filter(({ flaw }) => flaw !== null))
  const rightly = rejected.filter(({ flaw }) => flaw !== null).length
  return [
    figure('culling: the best frame is on top', set, topOne(bursts, suggested), {
      least: 0.9,
      note: `of ${bursts.length} bursts; ${kinds.map(([kind, own]) => `${kind} ${Math.round(topOne(own, suggested) * own.length)} of ${own.length}`).join(', ')}`,
    }),
    figure('culling: normalised gain', set, normalisedGain(bursts, suggested)),
    ...ablations.map(([what, chosen]) =>
      figure(`culling: the best frame on top, ${what}`, set, topOne(bursts, chosen), {
        note: kinds.map(([kind, own]) => `${kind} ${Math.round(topOne(own, chosen) * own.length)}`).join(', '),
      }),
    ),
    figure('culling: frames with motion blur chosen', set, chosenMoved, { most: 0 }),
    figure('culling: bursts in one stack', set, whole.length / bursts.length),
    figure('culling: bursts with a suggestion', set, judged.length / bursts.length),
    figure('culling: rejects, precision', set, rightly / rejected.length, { note: `of ${rejected.length} frames` }),
    figure('culling: rejects, recall', set, rightly / flawed.length, { note: `of ${flawed.length} frames` }),
  ]
}

/** A set is preserved if no frame of it is suggested before the others, in whatever stacks it is. */
function setFigures(sets: readonly JudgedBurst[], set: string): Figure[] {
  const isPreserved = ({ stacks }: JudgedBurst) => stacks.every((stack) => stack.suggested === null)
  const isKnown = ({ stacks, madeAs }: JudgedBurst) => stacks.length === 1 && stacks[0]!.set === madeAs
  const share = (of: (burst: JudgedBurst) => boolean) => ({
    value: mean(sets.map((each) => Number(of(each)))),
    note: [...Map.groupBy(sets, ({ kind }) => kind)]
      .map(([kind, own]) => `${kind} ${own.filter(of).length} of ${own.length}`)
      .join(', '),
  })
  const [preserved, known] = [share(isPreserved), share(isKnown)]
  return [
    figure('culling: sets preserved', set, preserved.value, { least: 1, note: preserved.note }),
    figure('culling: sets known as such', set, known.value, { note: known.note }),
  ]
}

/** Chance that an open pair of eyes measures higher than a closed one; equal ones count half. */
function areaUnderCurve(open: readonly number[], closed: readonly number[]): number {
  const above = open.map((a) => mean(closed.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))))
  return mean(above)
}

function blinkFigures(bursts: readonly JudgedBurst[], set: string): Figure[] {
  const seen = bursts.flatMap(({ frames }) =>
    frames.flatMap(({ eyes, measuredFaces }) =>
      eyes.flatMap((each) => {
        const open = opennessOf(measuredFaces, each)
        return open === null ? [] : [{ open, isClosed: each.isClosed }]
      }),
    ),
  )
  const [closed, open] = [seen.filter(({ isClosed }) => isClosed), seen.filter(({ isClosed }) => !isClosed)]
  if (closed.length === 0 || open.length === 0) return []
  const values = (list: typeof seen) => list.map((each) => each.open)
  return [
    figure('culling: closed eyes found (AUC)', set, areaUnderCurve(values(open), values(closed)), {
      least: 0.95,
      note: `${closed.length} faces with closed eyes, ${open.length} with open ones`,
    }),
  ]
}

/** The openness of the eyes of the face that has both inside; null if it was not found or not measured. */
function opennessOf(faces: readonly MeasuredFace[], { left, right }: Eyes): number | null {
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2]
  const face = faces.find(({ box }) => x >= box.x1 && x <= box.x2 && y >= box.y1 && y <= box.y2)
  return face?.expression?.openness ?? null
}

/** The figures of judged bursts and sets. */
function figuresOf(judged: readonly JudgedBurst[], set: string): Figure[] {
  const made = judged.filter(({ frames }) => frames.length > 1)
  const bursts = made.filter(({ madeAs }) => madeAs === null)
  const sets = made.filter(({ madeAs }) => madeAs !== null)
  return [
    ...(bursts.length > 0 ? burstFigures(bursts, set) : []),
    ...(sets.length > 0 ? setFigures(sets, set) : []),
    ...blinkFigures(bursts, set),
    ...costFigures(
      made.flatMap(({ frames }) => frames.map(({ cpuMs }) => cpuMs)),
      set,
    ),
  ]
}

/** The cost of culling per frame, with each step's in the note, and what it adds to the analysis. */
function costFigures(costs: readonly Cost[], set: string): Figure[] {
  const parts = (['decode', 'objects', ...STEPS] as const).map((name) => {
    const part = median(costs.map((cost) => cost[name] ?? 0))
    return `${name} ${part.toFixed(part < 10 ? 1 : 0)}`
  })
  const whole = costs.map((cost) => Object.values(cost).reduce((sum, ms) => sum + ms, 0))
  const added = costs.map(({ decode = 0, sharpness = 0 }) => decode + sharpness)
  return [
    figure('culling: CPU ms a frame', set, median(whole), { most: 120, note: `medians: ${parts.join(', ')}` }),
    figure('culling: CPU ms a frame beside its analysis', set, median(added), {
      most: 120,
      note: 'decoding once more, sharpness and eyes',
    }),
  ]
}

/**
 * Bursts and sets created from photos, as the library stacks and judges them. Constants are fitted on the photos at
 * even positions (`LUMAFOLD_FIT=1` measures those); the figures are of the others. Without `--all` of a part of them;
 * `LUMAFOLD_KINDS` names the kinds to measure, separated by commas.
 */
export async function evaluateCulling(set: ModelSet): Promise<Figure[]> {
  const kinds = process.env['LUMAFOLD_KINDS']?.split(',')
  const all = await listBursts(process.env['LUMAFOLD_FIT'] === '1' ? 0 : 1)
  const unknown = kinds?.filter((name) => !all.some(({ kind }) => kind === name)) ?? []
  if (all.length > 0 && unknown.length > 0) throw new Error(`No bursts of this kind: ${unknown.join(', ')}.`)
  const wanted = all.filter(({ kind }) => kinds?.includes(kind) ?? true)
  const bursts = sampleOf(wanted, 50)
  return bursts.length === 0 ? [] : figuresOf(await judgeBursts(bursts, set.models), set.name)
}

if (import.meta.main) await printFigures(evaluateCulling)

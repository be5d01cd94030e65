import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Catalog } from '../../src-main/library/catalog/catalog.ts'
import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'
import { listGroups, listPeople, listSuggestions } from '../../src-main/library/people/list-people.ts'
import { PeopleGrouping } from '../../src-main/library/people/people-grouping.ts'
import { drawFaces } from '../library/people/drawn-faces.ts'

/**
 * Groups drawn faces and lists them: `node test/bench/people-bench.ts [--faces N] [--placed]`. Four of five faces are
 * of people with forty each, the others of strangers, who cost most: each is a separate group. With `--placed` faces
 * are put into the correct groups without comparing them, which saves minutes. Prints one line per measurement; nothing
 * is kept.
 */
const { values } = parseArgs({
  options: { faces: { type: 'string', default: '100000' }, placed: { type: 'boolean', default: false } },
})
const FACES = Number(values.faces)
const EACH = 40
const FACES_PER_PHOTO = 2
const PEOPLE = Math.round((FACES * 0.8) / EACH)
/** One of ten faces is given to one person in the end: their group is the largest that windows name. */
const MAX_FACES = Math.round(FACES / 10)
/** Limits at 100,000 faces: minutes of computing in the background, steps that no window notices, memory. */
const LIMITS = { minutes: 20, longestMs: 50, megabytes: 300, reopenSeconds: 10, listSeconds: 1 }

const write = (name: string, value: string) => process.stdout.write(`  ${name.padEnd(52)}${value}\n`)
const judge = (value: number, limit: number, unit: string) =>
  `${value.toFixed(1)} ${unit} (limit ${limit} ${unit}) ${value <= limit ? 'PASS' : 'FAIL'}`

type Computed = { computingMs: number; longestMs: number }
const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const cpuMs = (since?: NodeJS.CpuUsage) => sum(process.cpuUsage(since))
/** Only of the thread that windows wait for: garbage collectors run in others. */
const threadMs = (since?: NodeJS.CpuUsage) => sum(process.threadCpuUsage(since))

/** Does everything that waits; returns its computing time, and the longest step. */
function work(grouping: PeopleGrouping): Computed {
  const cpu = process.cpuUsage()
  let longestMs = 0
  for (let isWork = true; isWork;) {
    const before = process.threadCpuUsage()
    isWork = grouping.step()
    longestMs = Math.max(longestMs, threadMs(before))
  }
  return { computingMs: cpuMs(cpu), longestMs }
}

/** The same for work with its own pauses: the longest time between two turns of the event loop. */
async function watch(run: () => Promise<unknown>): Promise<Computed> {
  const cpu = process.cpuUsage()
  let longestMs = 0
  let isDone = false
  const ended = run().finally(() => (isDone = true))
  for (let before = process.threadCpuUsage(); !isDone; before = process.threadCpuUsage()) {
    await setImmediate()
    longestMs = Math.max(longestMs, threadMs(before))
  }
  await ended
  return { computingMs: cpuMs(cpu), longestMs }
}

const report = (name: string, { computingMs, longestMs }: Computed) => {
  write(name, judge(computingMs / 1000, LIMITS.listSeconds, 's'))
  write(`${name}, the longest step`, judge(longestMs, LIMITS.longestMs, 'ms'))
}

/** A catalogue with photos of two faces each, with vectors; `whose` follows their order. */
function fill(dir: string) {
  const catalog = openCatalog(dir)
  const root = catalog.folders.addRoot(join(tmpdir(), 'bench-people-photos'))
  const folderId = catalog.folders.ensure(root.id, '')
  catalog.analysis.setSteps([{ name: 'face-vectors', fingerprint: '1' }])
  catalog.people.vectors.turnOn()
  const drawn = { people: PEOPLE, each: EACH, strangers: FACES - PEOPLE * EACH, seed: 5 }
  const { vectors, people: whose } = drawFaces(drawn)
  const ids = catalog.files.add(
    Array.from({ length: Math.ceil(FACES / FACES_PER_PHOTO) }, (_, at) => ({
      folderId,
      name: `${at}.jpg`,
      bytes: 1e6 + at,
      modifiedMs: 1.7e12,
      fileKey: `1:${at}`,
    })),
  )
  const describe = (id: number, some: readonly Float32Array[]) => {
    const faces = some.map((vector, place) => ({ box: boxes[place]!, side: 80, vector }))
    const findings = { faceVectors: { modelId: 'drawn', faces } }
    catalog.analysis.saveOutcome(id, ['face-vectors'], { ok: true, findings, warnings: [] })
  }
  ids.forEach((id, at) => describe(id, vectors.slice(at * FACES_PER_PHOTO, (at + 1) * FACES_PER_PHOTO)))
  return { catalog, ids, vectors, whose, describe }
}
const boxes = [0.1, 0.6].map((x) => ({ x, y: 0.2, width: 0.1, height: 0.2 }))

/** Puts faces where grouping would: each person's first face names the group. */
function place(catalog: Catalog, whose: readonly number[]): void {
  const first = new Map<number, number>()
  for (let after = 0, at = 0; ;) {
    const faces = catalog.people.vectors.page(after, 1000)
    const places = faces.map(({ id }) => {
      const person = whose[at++]!
      if (!first.has(person)) first.set(person, id)
      return { id, personId: 0, groupId: first.get(person)!, suggestedId: 0, likeness: 0 }
    })
    catalog.people.vectors.place(places)
    catalog.people.settle(faces.map(({ photoId }) => ({ photoId, revision: 0 })))
    if (faces.length === 0) return
    after = faces.at(-1)!.id
  }
}

function group(catalog: Catalog): void {
  const grouping = new PeopleGrouping(catalog.people)
  const { computingMs, longestMs } = work(grouping)
  write('Grouping', judge(computingMs / 60_000, LIMITS.minutes, 'min'))
  write('Grouping, the longest step', judge(longestMs, LIMITS.longestMs, 'ms'))
  write('Memory of means', judge(grouping.bytes / 2 ** 20, LIMITS.megabytes, 'MB'))
}

/** The number of groups that have faces of several people. */
function countGroups(catalog: Catalog, ids: readonly number[], whose: readonly number[]): void {
  const first = new Map(ids.map((id, at) => [id, at * FACES_PER_PHOTO]))
  const groups = Map.groupBy(catalog.people.vectors.nameless(undefined, FACES), ({ groupId }) => groupId)
  const personOf = (face: { photoId: number; x: number }) => whose[first.get(face.photoId)! + (face.x > 0.5 ? 1 : 0)]
  const faces = (group: number) => catalog.people.vectors.namelessOf(group)
  const mixed = [...groups.keys()].filter((id) => new Set(faces(id).map(personOf)).size > 1).length
  write('Groups', `${groups.size} of ${PEOPLE} people and ${FACES - PEOPLE * EACH} strangers; ${mixed} mixed`)
}

/** One group becomes by far the largest, like that of a child in a family's library. */
function enlarge(catalog: Catalog): void {
  const rows = catalog.people.vectors.nameless(undefined, FACES)
  const places = rows
    .slice(0, MAX_FACES)
    .map(({ id }) => ({ id, personId: 0, groupId: rows[0]!.groupId, suggestedId: 0, likeness: 0 }))
  catalog.people.vectors.place(places)
}

const dir = mkdtempSync(join(tmpdir(), 'bench-people-'))
try {
  const { catalog, ids, vectors, whose, describe } = fill(dir)
  if (values.placed) place(catalog, whose)
  else group(catalog)
  countGroups(catalog, ids, whose)
  const grouping = new PeopleGrouping(catalog.people)
  const reopened = work(grouping)
  write('Reading after a start', judge(reopened.computingMs / 1000, LIMITS.reopenSeconds, 's'))
  describe(ids[0]!, vectors.slice(0, FACES_PER_PHOTO))
  grouping.begin()
  report('Faces of one photo', work(grouping))
  const dependencies = { catalog }
  catalog.search.count() // the index of photos is there before any window asks for people
  report('List of groups', await watch(() => listGroups(dependencies, { offset: 0, limit: 12 })))
  enlarge(catalog)
  report('The same with a large one', await watch(() => listGroups(dependencies, { offset: 0, limit: 12 })))
  // After a person is named once, the faces of the largest group are suggested.
  const photoId = ids.at(-1)!
  const { x, y, width, height } = catalog.people.vectors.vectorsOfPhoto(photoId)[0]!
  const faces = [{ x, y, width, height, name: 'Anna', isIgnored: false, not: [] }]
  catalog.changes.apply({ kind: 'faces', faces, ids: [photoId] })
  const named = new PeopleGrouping(catalog.people)
  while (named.isReading) named.step()
  report('Suggestions for somebody', work(named))
  report('List of people', await watch(() => listPeople(dependencies)))
  report('List of suggestions', await watch(() => listSuggestions(dependencies, { offset: 0, limit: 40 })))
  report('Switched off', await watch(() => catalog.people.vectors.turnOff()))
  catalog.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}

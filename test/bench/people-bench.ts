import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCatalog } from '../../src-main/core/catalog/open-catalog.ts'
import { PeopleGrouping } from '../../src-main/core/people/people-grouping.ts'
import { drawFaces } from '../core/people/drawn-faces.ts'

/**
 * Groups drawn faces: `node test/bench/people-bench.ts [--faces N]`. Four of five are of people with forty each, the
 * others of strangers, who cost most: each is a group of its own. Prints a line a measurement; nothing is kept.
 */
const { values } = parseArgs({ options: { faces: { type: 'string', default: '100000' } } })
const FACES = Number(values.faces)
const EACH = 40
const FACES_PER_PHOTO = 2
/** Limits at 100,000 faces: minutes of computing in the background, steps that no window notices, memory. */
const LIMITS = { minutes: 20, longestMs: 50, megabytes: 300, reopenSeconds: 10 }

const write = (name: string, value: string) => process.stdout.write(`  ${name.padEnd(46)}${value}\n`)
const judge = (value: number, limit: number, unit: string) =>
  `${value.toFixed(1)} ${unit} (limit ${limit} ${unit}) ${value <= limit ? 'PASS' : 'FAIL'}`

/** Does everything that waits; how long that computes, and the longest step. */
function work(grouping: PeopleGrouping): { computingMs: number; longestMs: number } {
  const cpu = process.cpuUsage()
  let longestMs = 0
  for (let isWork = true; isWork;) {
    const before = process.cpuUsage()
    isWork = grouping.step()
    const { user, system } = process.cpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
  }
  const { user, system } = process.cpuUsage(cpu)
  return { computingMs: (user + system) / 1000, longestMs }
}

const dir = mkdtempSync(join(tmpdir(), 'bench-people-'))
try {
  const catalog = openCatalog(dir)
  const root = catalog.folders.addRoot(join(tmpdir(), 'bench-people-photos'))
  const folderId = catalog.folders.ensure(root.id, '')
  catalog.analysis.setSteps([{ name: 'face-vectors', fingerprint: '1' }])
  catalog.people.vectors.turnOn()
  const people = Math.round((FACES * 0.8) / EACH)
  const { vectors, people: whose } = drawFaces({ people, each: EACH, strangers: FACES - people * EACH, seed: 5 })
  const ids = catalog.files.add(
    Array.from({ length: Math.ceil(FACES / FACES_PER_PHOTO) }, (_, at) => ({
      folderId,
      name: `${at}.jpg`,
      bytes: 1e6 + at,
      modifiedMs: 1.7e12,
      fileKey: `1:${at}`,
    })),
  )
  ids.forEach((id, at) => {
    const faces = vectors.slice(at * FACES_PER_PHOTO, (at + 1) * FACES_PER_PHOTO).map((vector, place) => ({
      box: { x: 0.1 + place * 0.5, y: 0.2, width: 0.1, height: 0.2 },
      side: 80,
      vector,
    }))
    const findings = { faceVectors: { modelId: 'drawn', faces } }
    catalog.analysis.saveOutcome(id, ['face-vectors'], { ok: true, findings, warnings: [] })
  })
  const grouping = new PeopleGrouping(catalog.people)
  const first = work(grouping)
  write('Grouping', judge(first.computingMs / 60_000, LIMITS.minutes, 'min'))
  write('The longest step', judge(first.longestMs, LIMITS.longestMs, 'ms'))
  write('Memory of means', judge(grouping.bytes / 2 ** 20, LIMITS.megabytes, 'MB'))
  const reopened = work(new PeopleGrouping(catalog.people))
  write('Reading after a start', judge(reopened.computingMs / 1000, LIMITS.reopenSeconds, 's'))
  const place = new Map(ids.map((id, at) => [id, at * FACES_PER_PHOTO]))
  const groups = Map.groupBy(catalog.people.vectors.grouped(), ({ groupId }) => groupId)
  const personOf = (photoId: number, x: number) => whose[place.get(photoId)! + (x > 0.5 ? 1 : 0)]!
  const mixed = [...groups.values()].filter(
    (faces) => new Set(faces.map(({ photoId, x }) => personOf(photoId, x))).size > 1,
  ).length
  write(
    'Groups',
    `${groups.size} of ${people} people and ${FACES - people * EACH} strangers; ${mixed} of several people`,
  )
  catalog.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}

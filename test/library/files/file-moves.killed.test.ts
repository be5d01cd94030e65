import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileKeyOf } from '../../../src-main/library/ingest/reconcile/found-file.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { canMount, mountMemory } from '../../fixtures/mounts.ts'
import { byNight } from '../../fixtures/night.ts'
import { openMoves } from './open-moves.ts'

const ONE = { '1.jpg': 'first', '1.xmp': 'first sidecar' }
const TWO = { ...ONE, '2.jpg': 'second' }

/** A library of these photos and sidecars in a separate folder. */
function makeLibrary(base: string, files: Readonly<Record<string, string>>, targetOnOtherDisk: boolean) {
  const [libraryDir, rootDir] = [join(base, 'library'), join(base, 'photos')]
  for (const folder of ['from', 'to']) mkdirSync(join(rootDir, folder), { recursive: true })
  if (targetOnOtherDisk) mountMemory(join(rootDir, 'to'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(rootDir, 'from', name), content)
  const { catalog } = openMoves(libraryDir)
  const root = catalog.folders.addRoot(rootDir)
  const folderId = catalog.folders.ensure(root.id, 'from')
  catalog.folders.ensure(root.id, 'to')
  const names = Object.keys(files).filter((name) => name.endsWith('.jpg'))
  const planned = names.map((name) => {
    const seen = lstatSync(join(rootDir, 'from', name), { bigint: true })
    const modifiedMs = Number(seen.mtimeNs / 1_000_000n)
    return { folderId, name, bytes: Number(seen.size), modifiedMs, fileKey: fileKeyOf(seen) }
  })
  const ids = catalog.files.add(planned)
  catalog.changes.apply({ kind: 'rate', rating: 4, ids })
  catalog.close()
  return { libraryDir, rootDir, ids }
}

/** Returns whether the child was killed; false if it finished first. */
async function runAndKill(libraryDir: string, rootDir: string, what: string, killAt: number): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'move-child.ts'), [libraryDir, rootDir, what, String(killAt)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== null && code !== 0) throw new Error(`The child failed with ${code}.`)
  return code === null
}

const contentsIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

const ways: [name: string, what: string, files: Readonly<Record<string, string>>, onOtherDisk: boolean][] = [
  ['on one disk', 'move', ONE, false],
  ['to another disk', 'move', ONE, true],
  ['of two that exchange their names', 'exchange', TWO, false],
]

test.each(byNight(ways.slice(-1), ways))(
  'a kill before any step of a move %s loses nothing, and the next start finishes it',
  async (_name, what, files, other) => {
    if (other && !canMount) return
    let steps = 0
    // By day the program is killed before every seventh step.
    for (let isKilled = true; isKilled; steps += byNight(7, 1)) {
      const { libraryDir, rootDir, ids } = makeLibrary(tempFolder('killed-move'), files, other)
      isKilled = await runAndKill(libraryDir, rootDir, what, steps)
      const { catalog, moves } = openMoves(libraryDir)
      moves.repair()
      const after = [
        ...Object.values(contentsIn(join(rootDir, 'from'))),
        ...Object.values(contentsIn(join(rootDir, 'to'))),
      ]
      expect(after.sort(), `step ${steps}`).toEqual(Object.values(files).sort())
      moves.start()
      await moves.close().catch(() => undefined)
      const wasBegun =
        catalog.changes.history(1)[0]?.change.kind === 'move-files' || catalog.operations.open().length > 0
      if (catalog.operations.open().length > 0) {
        catalog.close()
        const next = openMoves(libraryDir)
        next.moves.repair()
        const { planId } = await next.moves.plan({ ids, pattern: '{name}', counterFrom: 1, numbersTaken: false })
        await next.moves.carryOut(planId) // an open move is finished first
        expectMoved(next.catalog, { rootDir, ids, what })
        next.catalog.close()
      } else {
        if (wasBegun) expectMoved(catalog, { rootDir, ids, what })
        catalog.close()
      }
    }
    expect(steps).toBeGreaterThan(4)
  },
)

type Expected = { rootDir: string; ids: readonly number[]; what: string }

function expectMoved(catalog: ReturnType<typeof openMoves>['catalog'], { rootDir, ids, what }: Expected): void {
  const [first = 0, second = 0] = ids
  if (what === 'exchange') {
    expect(contentsIn(join(rootDir, 'from'))).toEqual({ '1.jpg': 'second', '2.jpg': 'first', '2.xmp': 'first sidecar' })
    expect(catalog.files.findByPath(join(rootDir, 'from', '1.jpg'))).toBe(second)
  } else {
    expect(contentsIn(join(rootDir, 'to'))).toEqual(ONE)
    expect(existsSync(join(rootDir, 'from', '1.jpg'))).toBe(false)
    expect(catalog.files.findByPath(join(rootDir, 'to', '1.jpg'))).toBe(first)
  }
  expect(catalog.photos.tiles(ids).every(({ rating }) => rating === 4)).toBe(true)
  expect(catalog.changes.history(1)).toMatchObject([{ change: { kind: 'move-files' }, count: ids.length }])
}

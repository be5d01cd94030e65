import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { encodeFace } from '../../../../src-main/library/people/rows/face-vectors/vector-code.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { addNames, find } from '../../catalog/library.ts'
import { foundFace, statementOn, saveFaces, say, SIZE } from './people.ts'

/** A vector that cannot occur by chance: tests search files for its bytes. */
const vectorOf = (seed: number) =>
  Float32Array.from({ length: 1024 }, (_, at) => Math.sin(seed * 7919 + at * at * 0.37) / 22)
const needle = (vector: Float32Array) => encodeFace(vector).subarray(4, 68)

/** Files in a folder, at any depth, that contain some bytes. */
const filesWith = (folder: string, bytes: Buffer): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).includes(bytes))
    .map((file) => path.relative(folder, file))

function openPhotos() {
  const folder = tempFolder('vectors')
  const catalog = openCatalog(folder)
  onTestFinished(() => catalog.close())
  const root = catalog.folders.addRoot(path.join('/', 'photos'))
  const ids = addNames(catalog, root.id, ['a.jpg', 'b.jpg'])
  const describe = (id: number, vector: Float32Array, modelId = 'faceres') => {
    saveFaces(catalog, id, [foundFace(100, 100)])
    const { x, y, width, height } = statementOn(100, 100, {})
    const faces = [{ box: { x, y, width, height }, side: 100, vector }]
    const findings = { ...SIZE, faceVectors: { modelId, faces } }
    catalog.analysis.saveOutcome(id, ['face-vectors'], { ok: true, findings, warnings: [] })
  }
  return { folder, catalog, ids: ids as [number, number], describe }
}

test('nothing is stored while people are not recognised', () => {
  const { folder, catalog, ids, describe } = openPhotos()
  describe(ids[0], vectorOf(1))
  expect([catalog.people.vectors.isOn(), catalog.people.vectors.count()]).toEqual([false, 0])
  expect(readdirSync(folder)).not.toContain('faces.db')
})

test('after switching off, no byte of a vector is left in any file of the library, and names stay', async () => {
  const { folder, catalog, ids, describe } = openPhotos()
  catalog.people.vectors.turnOn()
  ids.forEach((id, at) => describe(id, vectorOf(at)))
  say(catalog, [[ids[0], [statementOn(100, 100, { name: 'Anna' })]]])
  expect(filesWith(folder, needle(vectorOf(0)))).not.toEqual([])
  const fileId = catalog.people.vectors.fileId()
  await catalog.people.vectors.turnOff()
  expect(filesWith(folder, needle(vectorOf(0)))).toEqual([])
  expect(filesWith(folder, needle(vectorOf(1)))).toEqual([])
  expect(find(catalog, { text: 'person:anna' })).toEqual([ids[0]])
  catalog.people.vectors.turnOn()
  expect(catalog.people.vectors.count()).toBe(0)
  expect(catalog.people.vectors.fileId()).not.toBe(fileId)
})

test("a photo's vectors are removed with it, and no byte of them stays in the file", () => {
  const { folder, catalog, ids, describe } = openPhotos()
  catalog.people.vectors.turnOn()
  ids.forEach((id, at) => describe(id, vectorOf(at)))
  catalog.people.vectors.remove([ids[0]])
  expect(catalog.people.vectors.page(0, 10).map(({ photoId }) => photoId)).toEqual([ids[1]])
  expect(filesWith(folder, needle(vectorOf(0)))).toEqual([])
  expect(filesWith(folder, needle(vectorOf(1)))).not.toEqual([])
})

test('vectors of another model replace all others', () => {
  const { catalog, ids, describe } = openPhotos()
  catalog.people.vectors.turnOn()
  for (const id of ids) describe(id, vectorOf(id), 'one')
  describe(ids[1], vectorOf(9), 'two')
  expect(catalog.people.vectors.page(0, 10).map(({ photoId }) => photoId)).toEqual([ids[1]])
})

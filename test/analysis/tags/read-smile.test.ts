import { expect, test } from 'vitest'
import { readSmile } from '../../../src-main/analysis/tags/read-smile.ts'
import { face, meshWithMouth } from './faces-with-meshes.ts'

const BROAD = 38
const SERIOUS = 28
const meshed = (...mouths: number[]) => mouths.map((mouth) => ({ face: face(120), mesh: meshWithMouth(mouth) }))

test('a face with a broad mouth smiles, and a serious one does not', () => {
  expect(readSmile(meshed(BROAD))).toEqual([{ concept: 'smile', chance: expect.closeTo(0.92), origin: 'faces' }])
  expect(readSmile(meshed(SERIOUS))).toEqual([])
})

test('one of two faces is enough, and nothing is said without a mesh', () => {
  expect(readSmile(meshed(SERIOUS, BROAD))).toHaveLength(1)
  expect(readSmile([])).toEqual([])
})

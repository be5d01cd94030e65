import { expect, test } from 'vitest'
import { PieceSize } from '../../../src-main/base/sqlite/piece-size.ts'

const open = () => new PieceSize({ first: 100, min: 10, max: 1000, targetMs: 20 })

/** Pieces of rows with a cost each. */
function work(size: PieceSize, msPerRow: number, pieces: number): void {
  for (let piece = 0; piece < pieces; piece++) size.note(size.next, size.next * msPerRow)
}

test('pieces grow and shrink until they take the wanted time', () => {
  const size = open()
  expect(size.next).toBe(100)
  work(size, 0.05, 10)
  expect(size.next).toBe(400)
  work(size, 0.4, 10)
  expect(size.next).toBe(50)
})

test('pieces stay within their limits', () => {
  const size = open()
  work(size, 0.0001, 20)
  expect(size.next).toBe(1000)
  work(size, 50, 20)
  expect(size.next).toBe(10)
})

test('one slow piece does not make the next one tiny, and a smaller last piece does not count', () => {
  const size = open()
  size.note(100, 5000)
  expect(size.next).toBe(25)
  size.note(3, 1)
  expect(size.next).toBe(25)
})

test('the time of work is measured, and its result returned', () => {
  const size = open()
  expect(size.measure(100, () => 'done')).toBe('done')
  expect(size.next).toBe(150)
})

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTransportStream } from '../../../../src-main/base/formats/mpeg-ts/read-transport-stream.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const STREAM_OF_PICTURES = 0xe0
const STREAM_OF_SOUND = 0xc0

/** A packet that begins a frame shown at some tick. */
function packet(ticks: number, stream = STREAM_OF_PICTURES): Buffer {
  const bytes = Buffer.alloc(188, 0xff)
  bytes.set([0x47, 0x41, 0x00, 0x10, 0, 0, 1, stream, 0, 0, 0x80, 0x80, 5])
  bytes[13] = 0x21 | (Math.floor(ticks / 2 ** 30) << 1)
  bytes.writeUInt16BE((Math.floor(ticks / 2 ** 15) % 2 ** 15) * 2 + 1, 14)
  bytes.writeUInt16BE((ticks % 2 ** 15) * 2 + 1, 16)
  return bytes
}
/** Frames of a 25th of a second, in decoding order. */
const film = (...frames: number[]): Buffer => Buffer.concat(frames.map((frame) => packet(90_000 + frame * 3600)))
const lengthOf = (bytes: Buffer) => readTransportStream(bytes)?.durationMs

describe('the length of a transport stream', () => {
  test('runs from the first frame to the end of the last, in any order of storage', () => {
    expect(lengthOf(film(0, 1, 2, 3, 4))).toBe(200)
    expect(lengthOf(film(2, 0, 1, 5, 3, 4))).toBe(240)
  })

  test('is that of the pictures, not of the sound', () => {
    expect(lengthOf(Buffer.concat([film(0, 1, 2, 3), packet(9_000_000, STREAM_OF_SOUND)]))).toBe(160)
  })

  test('continues where the times start again from 0', () => {
    const [end, start] = [2 ** 33 - 3600, 0]
    expect(lengthOf(Buffer.concat([end, start, 3600, 7200].map((ticks) => packet(ticks))))).toBe(160)
  })

  test('is found when camcorders write a time before each packet', () => {
    const bytes = film(0, 1, 2, 3)
    const timed = [0, 1, 2, 3].flatMap((at) => [Buffer.alloc(4), bytes.subarray(at * 188, (at + 1) * 188)])
    expect(lengthOf(Buffer.concat(timed))).toBe(160)
  })

  test('is found from only the two ends of a long file', () => {
    const packets = 60_000
    const bytes = Buffer.concat([film(0, 1, 2, 3), Buffer.alloc(packets * 188, packet(0, STREAM_OF_SOUND)), film(249)])
    const read: number[] = []
    const lazy = {
      length: bytes.length,
      subarray: (start: number, end: number) => {
        const part = bytes.subarray(start, end)
        read.push(part.length)
        return part
      },
    }
    expect(readTransportStream(lazy)?.durationMs).toBe(10_000)
    expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(bytes.length / 2)
  })

  test('is unknown without a frame, and other files have none', () => {
    const silent = Buffer.concat([1, 2, 3, 4].map((at) => packet(at, STREAM_OF_SOUND)))
    expect(readTransportStream(silent)).toEqual({ width: 0, height: 0, durationMs: null })
    expect(readTransportStream(Buffer.alloc(0))).toBeNull()
    expect(readTransportStream(Buffer.alloc(1000))).toBeNull()
    expect(lengthOf(film(0, 1, 2, 3).subarray(0, 189))).toBe(null)
  })
})

describe.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)('a film written by ffmpeg', () => {
  test.each(['h264', 'mpeg2video'])('in %s has the requested length', { tags: 'night' }, (codec) => {
    const path = join(tempFolder(), 'film.mts')
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=7.2:rate=25:size=320x240']
    const encoder = codec === 'h264' ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'] : ['-c:v', codec]
    execFileSync('ffmpeg', ['-v', 'error', ...source, ...encoder, '-f', 'mpegts', path])
    expect(lengthOf(readFileSync(path))).toBe(7200)
  })
})

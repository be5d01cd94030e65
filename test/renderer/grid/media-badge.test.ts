import { expect, test } from 'vitest'
import { mediaBadge } from '../../../src-renderer/grid/media-badge.ts'

test.each([
  ['photo', null, ''],
  ['animation', null, 'Animation'],
  ['video', null, 'Video'],
  ['video', 900, 'Video 0:01'],
  ['video', 65_400, 'Video 1:05'],
  ['video', 3_725_000, 'Video 1:02:05'],
] as const)('a tile of a %s of %s ms is marked "%s"', (media, durationMs, badge) =>
  expect(mediaBadge({ media, durationMs, fileKind: 'plain' })).toBe(badge),
)

test.each([
  ['raw', 'RAW'],
  ['raw-pair', 'RAW+JPEG'],
  ['live', 'Live'],
] as const)('the files of a photo that are %s are marked "%s"', (fileKind, badge) =>
  expect(mediaBadge({ media: 'photo', durationMs: null, fileKind })).toBe(badge),
)

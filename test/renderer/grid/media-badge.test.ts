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
  expect(mediaBadge({ media, durationMs, fileKind: 'plain', isLive: false })).toBe(badge),
)

test.each([
  ['raw', false, 'RAW'],
  ['raw-pair', false, 'RAW+JPEG'],
  ['plain', true, 'Live'],
  ['raw-pair', true, 'RAW+JPEG Live'],
] as const)('the files of a photo that are %s, with a film: %s, are marked "%s"', (fileKind, isLive, badge) =>
  expect(mediaBadge({ media: 'photo', durationMs: null, fileKind, isLive })).toBe(badge),
)

import { expect, test } from 'vitest'
import { repositoryDir } from '../fixtures/folders.ts'
import { readSources, type Source } from './read-sources.ts'

const PICTURE = 'src-renderer/pictures/PhotoPicture.vue'

/** Ways of drawing a picture, and of learning its address. */
const ways: readonly { what: string; pattern: RegExp }[] = [
  { what: 'an image element', pattern: /<(?:img|picture|source|video|image|feImage|object|embed)[\s>]/ },
  {
    what: 'an image made by a script',
    pattern: /new Image\(|createElement(?:NS)?\([^)]*['"](?:img|image|video|canvas)['"]/,
  },
  { what: 'a picture of a style', pattern: /(?<!\w)url\(|image-set\(|backgroundImage|border-?image/ },
  { what: 'a canvas', pattern: /<canvas[\s>]|drawImage\(|createImageBitmap|OffscreenCanvas|putImageData/ },
  {
    what: 'the address of a picture',
    pattern: /pictureAddress\b|(?:info(?:\.value)?|shell)\??\.pictures\b|\/photo\/\$\{[^}]*\}\/(?:thumb|preview|\$)/,
  },
  { what: 'the drawing of a placeholder', pattern: /thumbhash|thumb-hash|placeholder-address/i },
]

/** Files that do one of these things, and why that shows no photo, or shows it by the component's rules. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  [PICTURE]: ['an image element', 'the address of a picture'],
  // Draws a picture's placeholder by the same rules: within the component, and while a list scrolls by fast.
  'src-renderer/pictures/PicturePlaceholder.vue': ['a picture of a style', 'the drawing of a placeholder'],
  // Draws what the component gives it.
  'src-renderer/pictures/placeholder-address.ts': ['a picture of a style', 'the drawing of a placeholder'],
  'src-renderer/pictures/decode-thumb-hash.ts': ['the drawing of a placeholder'],
  // Passes visible pictures to other programs, and draws none of them.
  'src-renderer/pictures/use-picture-files.ts': ['the address of a picture'],
  // Requests visible photos shortly before the component draws them.
  'src-renderer/pictures/gathered-thumbs.ts': ['the address of a picture'],
  // Measures visible photos, and draws none of them.
  'src-renderer/pictures/use-photo-pixels.ts': ['an image made by a script', 'a canvas', 'the address of a picture'],
  // Draws marks over visible pictures.
  'src-renderer/pictures/ClippingMarks.vue': ['a canvas'],
  // Draws a frame of a film at the component's request.
  'src-renderer/pictures/FilmFrame.vue': ['an image element'],
  // Draws a picture that a person dropped on the window, which is not a photo of the library.
  'src-renderer/pictures/OutsidePicture.vue': ['an image element'],
  // Play visible films, by the component's own rules.
  'src-renderer/photo/FilmPlayer.vue': ['an image element'],
  'src-renderer/photo/LiveFilm.vue': ['an image element'],
  // Draws the library's watermarks, not photos.
  'src-renderer/export/settings/WatermarkPictures.vue': ['an image element'],
  // Draws tiles of a map below the photos, not photos.
  'src-renderer/map/MapTiles.vue': ['an image element'],
  // Draws a person's painted colours, not photos.
  'src-renderer/search/filters/ColorPad.vue': ['a canvas'],
  // Gives the component the pictures' addresses.
  'src-renderer/client/use-shell.ts': ['the address of a picture'],
}

function findDrawings(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    ways
      .filter(({ what, pattern }) => pattern.test(text) && !allowed[path]?.includes(what))
      .map(({ what }) => `${path}: ${what}. Only ${PICTURE} draws photos: it knows which may be seen.`),
  )
}

test('one component draws every photo', () => {
  const sources = readSources(repositoryDir, ['src-renderer'])
  expect(sources.map(({ path }) => path)).toContain(PICTURE)
  expect(findDrawings(sources)).toEqual([])
})

test('each exception is needed', () => {
  const sources = readSources(repositoryDir, ['src-renderer'])
  const unneeded = Object.entries(allowed).flatMap(([path, whats]) => {
    const text = sources.find((source) => source.path === path)?.text ?? ''
    return whats
      .filter((what) => !ways.find((way) => way.what === what)?.pattern.test(text))
      .map((what) => [path, what])
  })
  expect(unneeded).toEqual([])
})

test.each([
  ['<img src="a.jpg">'],
  ['const picture = new Image()'],
  ['.tile { background-image: url("/photo/1/thumb") }'],
  [':style="{ backgroundImage: \'x\' }"'],
  ['context.drawImage(picture, 0, 0)'],
  ["pictureAddress(base, tile, 'thumb')"],
  ['const base = shell.pictures'],
  ['fetch(`${info.pictures}/photo/${id}/preview`)'],
  ["import { thumbHashToRGBA } from 'thumbhash'"],
])('another file that draws is found: %s', (text) => {
  expect(findDrawings([{ path: 'src-renderer/grid/Other.vue', text }])).not.toEqual([])
})

import { mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawBoard, photoWithBoard } from '../fixtures/drawn-text.ts'
import { writeFacePhotos } from '../fixtures/face-photos.ts'

/** Pixels of the longer side: enough for a whole window. */
const SIDE = 1600
const SINGLES = 60
const DAY_MS = 86_400_000

const cities = [
  { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 3960/100', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 1320/100' },
  { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '16/1 22/1 20/1' },
  { GPSLatitudeRef: 'N', GPSLatitude: '45/1 26/1 15/1', GPSLongitudeRef: 'E', GPSLongitude: '12/1 20/1 9/1' },
]
const cameras = [
  { Make: 'Canon', Model: 'Canon EOS R6 Mark II', lens: 'RF24-105mm F4 L IS USM', focal: '50/1' },
  { Make: 'SONY', Model: 'ILCE-7M4', lens: 'FE 70-200mm F2.8 GM OSS II', focal: '135/1' },
]

/** The number of photos that `writeRealLibrary` writes. */
export const REAL_PHOTOS = SINGLES + 4 * 3 + 4 + 2

/**
 * Fills a folder like a photographer's: photos of three years, a few on most days, three bursts, portraits of two
 * people, a sign and a card; with cameras, lenses and places, and one name that is too long for anything.
 */
export async function writeRealLibrary(folder: string, shared: string): Promise<void> {
  const coco = join(shared, 'coco128/images')
  const people = join(shared, 'kinds')
  mkdirSync(join(folder, '2024 Summer on the coast', 'Lisbon'), { recursive: true })
  mkdirSync(join(folder, '2025'), { recursive: true })
  const singles = readdirSync(coco).sort().slice(0, SINGLES)
  const rooms = ['2024 Summer on the coast', '2024 Summer on the coast/Lisbon', '2025']
  for (const [at, name] of singles.entries()) {
    const room = rooms[Math.floor((at * rooms.length) / SINGLES)]!
    const taken = Date.UTC(2023, 4, 3, 9) + Math.floor(at / 3) * 47 * DAY_MS + (at % 3) * 5_400_000
    const file = at === 0 ? `${'A morning on the beach with everybody '.repeat(4).trim()}.jpg` : `IMG_${4200 + at}.jpg`
    await writePhoto(join(folder, room, file), sharp(join(coco, name)), taken, at)
  }
  for (const [burst, name] of ['k0004.jpg', 'k0010.jpg', 'k0021.jpg'].entries())
    for (let frame = 0; frame < 4; frame++) {
      const enlarged = await sharp(join(people, name)).resize({ width: SIDE }).jpeg().toBuffer()
      const { width, height } = await sharp(enlarged).metadata()
      const box = { left: frame * 4, top: frame * 2, width: width - 16, height: height - 8 }
      const moved = sharp(enlarged).extract(box)
      const taken = Date.UTC(2026, 5, 6, 15, burst * 10) + frame * 300
      await writePhoto(
        join(folder, '2025', `DSC0${burst}${frame}.jpg`),
        frame === 1 ? moved : moved.blur(1 + frame),
        taken,
        burst,
      )
    }
  await writeFacePhotos(folder, [
    { of: 'man' },
    { of: 'woman' },
    { of: 'woman', variant: 'mirrored' },
    { of: 'stranger' },
  ])
  const [station, table] = [join(coco, singles[3]!), join(coco, singles[7]!)]
  await writeText(join(folder, '2025', 'Sign.jpg'), station, ['Platform 9', 'To the trains'])
  await writeText(join(folder, '2025', 'Card.jpg'), table, ['4111 1111 1111 1111', 'ADA LOVELACE'])
}

/** Writes a photo at the size of a window, with its capture time and camera. */
async function writePhoto(path: string, picture: Sharp, taken: number, at: number): Promise<void> {
  const { lens, focal, ...camera } = cameras[at % cameras.length]!
  const time = new Date(taken).toISOString()
  const written = time.slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  const large = sharp(await picture.toBuffer())
    .resize(SIDE, SIDE, { fit: 'inside' })
    .withExif({
      IFD0: camera,
      IFD2: {
        DateTimeOriginal: written,
        SubSecTimeOriginal: time.slice(20, 23),
        LensModel: lens,
        FocalLength: focal,
        FNumber: '28/10',
        ExposureTime: '1/250',
        ISOSpeedRatings: '400',
      },
      ...(at % 2 === 0 && { IFD3: cities[at % cities.length]! }),
    })
  await writeFile(path, await large.jpeg({ quality: 88 }).toBuffer())
}

/** A photo of a board with legible text. */
async function writeText(path: string, photo: string, lines: string[]): Promise<void> {
  const { data } = await drawBoard({ lines, ink: '#ffffff', ground: '#123a7a' }, 90)
  const corners = [
    { x: 420, y: 330 },
    { x: 1180, y: 300 },
    { x: 1180, y: 560 },
    { x: 420, y: 560 },
  ]
  const picture = await photoWithBoard(photo, data, { width: 1500, height: 1000, corners, noise: 4 })
  await writePhoto(path, sharp(picture), Date.UTC(2026, 5, 7, 12), 1)
}

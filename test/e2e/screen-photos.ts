import { copyFileSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawPhoto, drawPhotos, drawPicture, packagePhotos } from '../fixtures/pictures.ts'
import { copyPhotos } from '../shells/real-photos.ts'

const REAL = 3
const LARGE = 3
const BURST = 3
/** The photos of `writeScreenPhotos`. */
export const SCREEN_PHOTOS = REAL + LARGE + BURST + 4

const lisbon = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 3960/100', GPSLongitudeRef: 'W' }
const places = [
  { ...lisbon, GPSLongitude: '9/1 8/1 1320/100' },
  { ...lisbon, GPSLongitude: '8/1 59/1 10/1' },
]

/**
 * Fills a folder with photos that give every screen something to show: real ones with tags and faces, a burst with
 * positions, some with more pixels than a tile, a panorama, two equal files, and in a subfolder one that can be lost.
 */
export async function writeScreenPhotos(folder: string): Promise<void> {
  mkdirSync(join(folder, 'beach'), { recursive: true })
  copyPhotos(packagePhotos().slice(0, REAL), folder)
  await drawPhotos(folder, LARGE, { width: 1800, height: 1350 })
  await drawPhoto(join(folder, 'panorama.jpg'), { seed: 40, width: 5600, height: 700 })
  for (let at = 0; at < BURST; at++) {
    const picture = sharp(await drawPicture({ seed: 3, width: 600, height: 400 }))
      .extract({ left: at * 4, top: 0, width: 580, height: 400 })
      .withExif({
        IFD0: { Make: 'Lumafold', Model: 'Camera' },
        IFD2: { DateTimeOriginal: `2024:06:01 10:00:0${at}`, FNumber: '56/10', ISOSpeedRatings: '200' },
        IFD3: places[at % places.length]!,
      })
    await writeFile(join(folder, `burst-${at}.jpg`), await picture.jpeg().toBuffer())
  }
  const sea = await drawPhoto(join(folder, 'beach', 'sea.jpg'), { seed: 50, width: 600 })
  copyFileSync(sea, join(folder, 'beach', 'sea copy with a long name of a hundred letters or more.jpg'))
  await drawPhoto(join(folder, 'beach', 'lost.jpg'), { seed: 52, width: 600 })
}

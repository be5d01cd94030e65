import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Rectangle } from '../../src-main/contract/analysis/cropping.ts'
import type { Mask } from '../../src-main/analysis/foreground/foreground-mask.ts'
import { sharedPhotos } from '../fixtures/shared.ts'

/** A photo with the subject marked by a person, if there is one. */
export type CocoPhoto = { name: string; path: string; subject: Subject | null }
/** `area` is the mask's share of the picture, `things` its number of parts. */
export type Subject = { box: Rectangle; maskPath: string; area: number; things: number }

/** The 128 photos with their subjects; empty if the photos are not on this machine. */
export function listCoco(): CocoPhoto[] {
  const root = join(sharedPhotos() ?? '', 'coco128')
  if (!existsSync(join(root, 'images'))) return []
  const subjects = JSON.parse(readFileSync(join(root, 'subjects.json'), 'utf8')) as Record<
    string,
    { box: [number, number, number, number]; mask: string; area_frac: number; instances: number }
  >
  return readdirSync(join(root, 'images'))
    .sort()
    .map((name) => {
      const marked = subjects[name]
      if (!marked) return { name, path: join(root, 'images', name), subject: null }
      const [x, y, width, height] = marked.box
      return {
        name,
        path: join(root, 'images', name),
        subject: {
          box: { x1: x, y1: y, x2: x + width, y2: y + height },
          maskPath: join(root, marked.mask),
          area: marked.area_frac,
          things: marked.instances,
        },
      }
    })
}

/** The mask drawn by a person. */
export async function readMask(path: string): Promise<Mask> {
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

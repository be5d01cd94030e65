import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPhotos } from '../fixtures/shared.ts'

/** A photo of a kind that COCO lacks: its source's name for it, and which of COCO's 80 names fit. */
export type KindsPhoto = {
  name: string
  path: string
  label: string
  kind: 'thing' | 'scene' | 'people'
  /** Found on it by a person. */ shows: readonly string[]
  /** Neither correct nor wrong: too small to tell, a drawing of one, or a question of definition (a watch, a panda). */
  unsure: readonly string[]
}

/** Labels of animals that COCO lacks; a panda or a wild cat may be called a bear or a cat. */
const otherAnimals = [
  'leopards',
  'ant',
  'bass',
  'beaver',
  'butterfly',
  'cougar body',
  'cougar face',
  'crab',
  'crayfish',
  'crocodile',
  'crocodile head',
  'dolphin',
  'dragonfly',
  'gerenuk',
  'hawksbill',
  'hedgehog',
  'kangaroo',
  'llama',
  'lobster',
  'mayfly',
  'octopus',
  'okapi',
  'panda',
  'platypus',
  'rhino',
  'scorpion',
  'sea horse',
  'starfish',
  'tick',
  'wild cat',
]
const foods = ['pizza', 'strawberry']

export const isOtherAnimal = ({ label }: KindsPhoto): boolean => otherAnimals.includes(label)
export const isFood = ({ label }: KindsPhoto): boolean => foods.includes(label)

/**
 * The photos in the order of their numbers; empty if they are not on this machine. Fits use those with even numbers,
 * and figures the others.
 */
export function listKinds(): KindsPhoto[] {
  const root = join(sharedPhotos() ?? '', 'kinds')
  const list = join(root, 'kinds.json')
  if (!existsSync(list)) return []
  const { photos } = JSON.parse(readFileSync(list, 'utf8')) as {
    photos: Record<string, Pick<KindsPhoto, 'label' | 'kind'>>
  }
  const objects = JSON.parse(readFileSync(join(import.meta.dirname, 'kinds-objects.json'), 'utf8')) as Record<
    string,
    { shows?: string[]; unsure?: string[] }
  >
  return Object.entries(photos).map(([name, { label, kind }]) => ({
    name,
    path: join(root, name),
    label,
    kind,
    shows: objects[name]?.shows ?? [],
    unsure: objects[name]?.unsure ?? [],
  }))
}

export const numberOf = ({ name }: KindsPhoto): number => Number.parseInt(name.slice(1), 10)
export const isOdd = (photo: KindsPhoto): boolean => numberOf(photo) % 2 === 1

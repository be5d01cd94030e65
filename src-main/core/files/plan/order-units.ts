import path from 'node:path'
import { foldPath } from '../disk/places.ts'
import type { PlannedPhoto } from './plan-photo.ts'

/**
 * Photos in an order in which each place is free before another photo gets it, as groups that go together: a photo by
 * itself, and last all those that exchange their places.
 */
export function orderUnits(photos: readonly PlannedPhoto[]): PlannedPhoto[][] {
  const leaving = new Map<string, PlannedPhoto>()
  for (const photo of photos) for (const { name } of photo.files) leaving.set(placeOf(photo.folder, name), photo)
  const waiting = new Map<PlannedPhoto, number>()
  const followers = new Map<PlannedPhoto, PlannedPhoto[]>()
  for (const photo of photos) {
    const before = new Set(photo.files.flatMap(({ newName }) => leaving.get(placeOf(photo.newFolder, newName)) ?? []))
    before.delete(photo)
    waiting.set(photo, before.size)
    for (const each of before) followers.set(each, [...(followers.get(each) ?? []), photo])
  }
  const free = photos.filter((photo) => waiting.get(photo) === 0)
  for (let at = 0; at < free.length; at++)
    for (const photo of followers.get(free[at]!) ?? []) {
      const left = waiting.get(photo)! - 1
      waiting.set(photo, left)
      if (left === 0) free.push(photo)
    }
  const done = new Set(free)
  const exchanging = photos.filter((photo) => !done.has(photo))
  return [...free.map((photo) => [photo]), ...(exchanging.length === 0 ? [] : [exchanging])]
}

const placeOf = (folder: string, name: string) => foldPath(path.join(folder, name))

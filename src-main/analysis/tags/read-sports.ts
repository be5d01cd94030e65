import type { Evidence } from './evidence.ts'
import { keepUnshown } from '../models/adapters/calibration.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** The activity of a person who is seen with a thing. */
const sports: Readonly<Record<string, string>> = {
  skiing: 'skis',
  snowboarding: 'snowboard',
  surfing: 'surfboard',
  skateboarding: 'skateboard',
}
/** The concepts that this module can name. */
export const sportConcepts = Object.keys(sports)

/** Chance from which on a sport is shown. */
const SURE = 0.6
/** Factor for the assumption that the person uses the thing. */
const IN_USE = 0.95

/** Sports recognised by what people hold or stand on. */
export function readSports(things: readonly Evidence[], trace?: TagTrace): Evidence[] {
  const chanceOf = (id: string) =>
    Math.max(0, ...things.filter(({ concept }) => concept === id).map((one) => one.chance))
  const person = chanceOf('person')
  return Object.entries(sports).map(([concept, thing]) => {
    const chance = IN_USE * Math.min(person, chanceOf(thing))
    trace?.suggests(concept, 'person', person)
    trace?.suggests(concept, thing, chanceOf(thing))
    trace?.chance(concept, chance)
    if (chance < SURE) trace?.below(concept, SURE)
    return { concept, ...keepUnshown(chance, SURE), origin: 'scene' }
  })
}

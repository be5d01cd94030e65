import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** What somebody does who is seen with a thing. */
const sports: Readonly<Record<string, string>> = {
  skiing: 'skis',
  snowboarding: 'snowboard',
  surfing: 'surfboard',
  skateboarding: 'skateboard',
}
/** What this can say. */
export const sportConcepts = Object.keys(sports)

/** From this chance on it is said. */
const SURE = 0.6
/** The thing, the person, and that the one uses the other. */
const IN_USE = 0.95

/** Sports told from what people hold or stand on. */
export function readSports(things: readonly Evidence[], trace?: TagTrace): Evidence[] {
  const chanceOf = (id: string) =>
    Math.max(0, ...things.filter(({ concept }) => concept === id).map((one) => one.chance))
  const person = chanceOf('person')
  return Object.entries(sports).flatMap(([concept, thing]) => {
    const chance = IN_USE * Math.min(person, chanceOf(thing))
    trace?.suggests(concept, 'person', person)
    trace?.suggests(concept, thing, chanceOf(thing))
    trace?.chance(concept, chance)
    if (chance < SURE) trace?.below(concept, SURE)
    return chance >= SURE ? [{ concept, chance, origin: 'scene' as const }] : []
  })
}

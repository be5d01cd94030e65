import type { Evidence } from './evidence.ts'
import { keepUnshown } from '../models/adapters/calibration.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/**
 * How strongly each thing alone suggests its room: two certain ones of a kitchen make a kitchen, one does not. From
 * general knowledge of rooms; there were no labelled rooms to fit them to.
 */
const rooms: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kitchen: {
    oven: 0.5,
    refrigerator: 0.5,
    microwave: 0.5,
    cooker: 0.5,
    dishwasher: 0.5,
    sink: 0.25,
    toaster: 0.3,
    'espresso-machine': 0.2,
    'waffle-iron': 0.2,
    wok: 0.2,
    'frying-pan': 0.2,
  },
  bathroom: {
    toilet: 0.85,
    bathtub: 0.65,
    'shower-curtain': 0.6,
    'medicine-cabinet': 0.3,
    sink: 0.3,
    'soap-dispenser': 0.3,
    'toilet-paper': 0.3,
    'bath-towel': 0.3,
    toothbrush: 0.2,
    'hair-dryer': 0.2,
  },
  bedroom: {
    bed: 0.85,
    quilt: 0.45,
    pillow: 0.45,
    wardrobe: 0.35,
    'chest-of-drawers': 0.25,
    'mosquito-net': 0.3,
  },
  'living-room': {
    couch: 0.7,
    'entertainment-centre': 0.55,
    'home-cinema': 0.55,
    television: 0.3,
    bookcase: 0.25,
    'rocking-chair': 0.2,
    'table-lamp': 0.2,
    'remote-control': 0.15,
  },
  office: {
    photocopier: 0.6,
    'filing-cabinet': 0.55,
    desk: 0.4,
    'desktop-computer': 0.4,
    keyboard: 0.35,
    printer: 0.35,
    monitor: 0.3,
    laptop: 0.3,
    'computer-mouse': 0.3,
  },
  restaurant: {
    restaurant: 1,
    menu: 0.4,
    'dining-table': 0.3,
    'wine-glass': 0.15,
    'plate-of-food': 0.15,
  },
}
/** The concepts that this module can name. */
export const roomConcepts = Object.keys(rooms)

/** From this chance on a room is shown. */
const SURE = 0.55
/** What is seen with a smaller chance is not given as a reason: it changes next to nothing. */
const REPORTED = 0.1
/** Guests at a table speak for a restaurant as much as this. */
const GUESTS = { min: 4, chance: 0.4 }

/**
 * The rooms that things suggest, each thing independently; none if the photo was taken outdoors. `people` is the number
 * of people.
 */
export function readRooms(
  things: readonly Evidence[],
  people: number,
  isOutdoors: boolean,
  trace?: TagTrace,
): Evidence[] {
  if (isOutdoors) {
    for (const room of trace?.askedOf(roomConcepts) ?? []) trace!.veto(room, 'outside')
    return []
  }
  const chances = new Map(things.map(({ concept, chance }) => [concept, chance]))
  const hasTable = (chances.get('dining-table') ?? 0) >= 0.5
  return Object.entries(rooms).map(([room, parts]) => {
    let none = room === 'restaurant' && hasTable && people >= GUESTS.min ? 1 - GUESTS.chance : 1
    for (const [thing, weight] of Object.entries(parts)) {
      const seen = chances.get(thing) ?? 0
      none *= 1 - weight * seen
      if (seen >= REPORTED) trace?.suggests(room, thing, seen)
    }
    trace?.chance(room, 1 - none)
    if (1 - none < SURE) trace?.below(room, SURE)
    return { concept: room, ...keepUnshown(1 - none, SURE), origin: 'scene' }
  })
}

import { keepUnshown, logit, sigmoid } from '../models/adapters/calibration.ts'
import type { Evidence } from './evidence.ts'
import type { Setting } from './read-setting.ts'
import type { Scenery } from './read-scenery.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** What is known of a photo beside its cells. */
export type SceneryContext = {
  setting: Setting
  /** The head's chance that it was taken outdoors; null if no installed model makes the head's features. */
  outdoors: number | null
  /** The head's score for trees; null as above. */
  tree: number | null
  /** The head's score for water; null as above. */
  water: number | null
  /** Chances of the six scenes; empty without such a model. */
  scenes: Readonly<Record<string, number>>
  /** Share of the picture without any texture. */
  flat: number
  /** All other evidence. */
  things: readonly Evidence[]
}

/** The concepts that this module can name. */
export const sceneryConcepts = [
  'outdoors',
  'interior',
  'sky',
  'cloud',
  'tree',
  'grass',
  'plant',
  'snow',
  'beach',
  'sand',
  'city',
  'skyline',
] as const

/** Those that need the head and the scenes: colours alone would say them of too much. */
export const needsHead: readonly string[] = [
  'outdoors',
  'interior',
  'cloud',
  'snow',
  'beach',
  'sand',
  'city',
  'skyline',
]

type SceneryValues = Scenery & {
  outside: number
  /** Log-odds of the head's score for trees. */
  trees: number | null
  /** The head's score: what is green and water is no grass. */
  water: number
  scene: (...names: string[]) => number
  things: ReadonlyMap<string, number>
}
/** Without a head: the chance of outdoors with a sign of it and none of indoors, and otherwise. */
const WITHOUT_HEAD = { outside: 0.7, inside: 0.15 }
const FLOOR = 0.01
const TREE_FLOOR = 0.005
/**
 * Chance from which on a word is shown; green and white also occur without trees, grass and snow. Those of trees and
 * skylines were set after a look at the odd photos.
 */
const SURE = 0.55
const SURE_OF: Readonly<Record<string, number>> = {
  tree: 0.85,
  grass: 0.65,
  plant: 0.585,
  snow: 0.65,
  skyline: 0.65,
  outdoors: 0.65,
}
/** In a town they are no nature. */
const GREEN = ['tree', 'grass']
/** Without a head for them, trees are green alone. */
const SURE_OF_GREEN = 0.65

/**
 * Chances by word. Those of sky, clouds, trees, grass and snow are logistic regressions on the even photos of `kinds`;
 * the square root makes the first few cells of a share count most. The others are rules. What the heads say of these
 * photos was cross-validated for trees, snow and `outdoorsChance`: they were trained on them.
 */
const chances: Record<
  Exclude<(typeof sceneryConcepts)[number], 'outdoors' | 'interior'>,
  (values: SceneryValues) => number
> = {
  sky: ({ sky, blueSky, outside, scene }) =>
    sky < 0.06
      ? 0
      : sigmoid(
          -3.56 +
            0.35 * outside +
            0.32 * Math.sqrt(blueSky) +
            4.03 * Math.sqrt(sky) +
            2.53 * scene('buildings', 'forest', 'glacier', 'mountain', 'sea', 'street'),
        ),
  cloud: ({ cloud, sky, outside, scene }) =>
    cloud < 0.05
      ? 0
      : sigmoid(
          -4.83 +
            0.25 * outside +
            3.65 * Math.sqrt(cloud) +
            2.18 * Math.sqrt(sky) +
            3.56 * scene('mountain', 'glacier', 'sea'),
        ),
  tree: ({ trees, crowns, lawn, outside }) =>
    trees === null
      ? sigmoid(-2.85 + 0.35 * outside + 3.44 * Math.sqrt(crowns) + 0.33 * Math.sqrt(lawn))
      : sigmoid(-0.13 + 0.28 * outside + 0.91 * trees),
  grass: (values) =>
    sigmoid(greenOdds(values) - NO_GRASS * (values.scene('street', 'buildings') + values.water * values.evenEdge)),
  // what is green there is still a plant
  plant: (values) => OF_GREEN * sigmoid(greenOdds(values)),
  snow: ({ snow, whiteGround, outside, scene, things }) =>
    Math.max(
      sigmoid(-6.21 + 0.61 * outside + 3.17 * Math.sqrt(snow) + 6.06 * scene('glacier') + 3.35 * scene('mountain')),
      snow > 0.3 ? 0.9 * Math.max(things.get('skis') ?? 0, things.get('snowboard') ?? 0) : 0,
      whiteGround > WHITE && outside > 0 && scene('glacier', 'mountain') > SLOPES ? SNOW_ON_SLOPES : 0,
    ),
  beach: (values) => coastChance(values),
  sand: (values) => coastChance(values),
  city: ({ scene, outside }) => (outside > 0 ? 0.85 * scene('buildings', 'street') : 0),
  skyline: ({ scene, sky, outside }) => (outside > 0 && sky > 0.2 ? 0.75 * scene('buildings') : 0),
}

/** Log-odds of something green on the ground. */
const greenOdds = ({ crowns, lawn, outside, scene }: SceneryValues): number =>
  -4.83 + 0.35 * outside + 4.71 * Math.sqrt(lawn) - 2.9 * scene('forest') + 1.39 * Math.sqrt(crowns)

/**
 * What the chance of a town takes from the log-odds of grass, and so does that of water which reaches the edge of the
 * picture: green is a hedge or leaves on a wall there, or water. The even photos allow 1.5 and more.
 */
const NO_GRASS = 2
/** Share of that chance which is left for plants, as for any broader concept. */
const OF_GREEN = 0.9

/**
 * White ground below mountains is snow, though the head is sure of neither a glacier nor a mountain: shares of the
 * lower half and of the head's chance, and the chance.
 */
const [WHITE, SLOPES, SNOW_ON_SLOPES] = [0.3, 0.25, 0.85]

/** Chance of the sea or of a coast from which on sand lies at one: below, it was a brown field. */
const COAST = 0.5

/** Sand beside the sea. */
function coastChance({ sand, scene, things }: SceneryValues): number {
  const coast = Math.max(scene('sea'), things.get('coast') ?? 0, things.get('sandbank') ?? 0)
  return sand > 0.25 && coast > COAST ? Math.min(0.8, 0.45 + 0.4 * coast) : 0
}

/** Words for what a photo taken outside shows around its subject, and whether it was taken outside or inside. */
export function nameScenery(
  scenery: Scenery,
  { setting, outdoors, tree, water, scenes, flat, things }: SceneryContext,
  trace?: TagTrace,
): Evidence[] {
  const guess = setting.isOutdoors && !setting.isIndoors ? WITHOUT_HEAD.outside : WITHOUT_HEAD.inside
  const values: SceneryValues = {
    ...scenery,
    outside: logit(outdoors ?? guess, FLOOR),
    trees: tree === null ? null : logit(tree, TREE_FLOOR, 1 - TREE_FLOOR),
    water: water ?? 0,
    scene: (...names) => names.reduce((sum, name) => sum + (scenes[name] ?? 0), 0),
    things: new Map(things.map(({ concept, chance }) => [concept, chance])),
  }
  const seen = Object.entries(chances)
    .map(([concept, chanceOf]) => ({ concept, chance: chanceOf(values) }))
    .filter(({ concept, chance }) => outdoors !== null || chance >= SURE || !needsHead.includes(concept))
  for (const { concept, chance } of seen) trace?.score(concept, 'scenery', chance)
  const named = nameSetting(outdoors, { scenery, setting, flat, things }, trace)
  return [...seen, ...named].map(({ concept, chance, ...rest }): Evidence => {
    const limit = concept === 'tree' && tree === null ? SURE_OF_GREEN : (SURE_OF[concept] ?? SURE)
    if (chance < limit) trace?.below(concept, limit)
    const isGarden = setting.isTown && GREEN.includes(concept)
    return { concept, ...keepUnshown(chance, limit), ...rest, ...(isGarden && { isNo: 'nature' }), origin: 'scene' }
  })
}

/** Below this chance the photo was certainly not taken outdoors; it was taken indoors if there are things of a room. */
const INSIDE_BELOW = 0.2
const INTERIOR = 0.85
/** Somebody before a wall is inside below this chance, without any thing of a room. */
const PERSON_INSIDE_BELOW = 0.1
/** The detector's chance of that person: faces alone are also seen on crabs and brooches. */
const SURE_PERSON = 0.9
/** Share of the head's chance that no sign of a room leaves: what was not taken outdoors is often before a backdrop. */
const WITHOUT_SIGN = { room: 0.5, backdrop: 0.2 }
/** Of what is left, this share is right on the even photos of `kinds`. */
const RIGHT_WITHOUT_SIGN = 0.5
/** An object before a backdrop is in no place: pixels without texture, and the even edge around a single thing. */
const BACKDROP = { flat: 0.33, edge: 0.4 }
/** The detector's chance from which on a thing counts. */
const SURE_THING = 0.5

type Place = Pick<SceneryContext, 'setting' | 'flat' | 'things'> & { scenery: Scenery }

function nameSetting(
  outdoors: number | null,
  place: Place,
  trace?: TagTrace,
): readonly Pick<Evidence, 'concept' | 'chance' | 'likely'>[] {
  for (const id of trace?.askedOf(['outdoors', 'interior']) ?? []) {
    if (outdoors === null) trace!.note(id, 'noModel', { by: 'scene' })
    else trace!.score(id, 'outdoors', outdoors)
  }
  if (outdoors === null) return []
  const { isIndoors, isOutdoors } = place.setting
  const isBackdrop = place.flat >= BACKDROP.flat
  const left = (1 - outdoors) * (isBackdrop ? WITHOUT_SIGN.backdrop : WITHOUT_SIGN.room)
  const outside = { concept: 'outdoors', chance: outdoorsChance(outdoors, place) }
  trace?.chance('outdoors', outside.chance)
  const unsure = [outside, { concept: 'interior', chance: left, likely: left * RIGHT_WITHOUT_SIGN }]
  if (outdoors >= INSIDE_BELOW) {
    trace?.veto('interior', 'outside')
    return unsure
  }
  const isSomebody = countObjects(place.things, SURE_PERSON, 'person') > 0
  const isInside =
    !isOutdoors &&
    !isBackdrop &&
    ((isIndoors && (isSomebody || !isAlone(place))) || (isSomebody && outdoors < PERSON_INSIDE_BELOW))
  if (isInside) trace?.applies('interior', INTERIOR)
  else if (isOutdoors) trace?.veto('interior', 'outside')
  else trace?.note('interior', 'appliesNot')
  return isInside ? [outside, { concept: 'interior', chance: INTERIOR }] : unsure
}

/** A logistic regression on the even photos of `kinds`. */
const outdoorsChance = (outdoors: number, { scenery: { sky, evenEdge }, setting }: Place): number =>
  sigmoid(
    -0.21 + 1.12 * logit(outdoors, FLOOR) + 2.7 * Math.sqrt(sky) - 1.79 * evenEdge + (setting.isOutdoors ? 1.55 : 0),
  )

/** Whether there is one thing before a backdrop; a black edge may be a dark room. */
const isAlone = ({ scenery: { evenEdge, blackEdge }, things }: Place): boolean =>
  evenEdge - blackEdge > BACKDROP.edge && countObjects(things, SURE_THING) < 2

const countObjects = (things: readonly Evidence[], sure: number, only?: string): number =>
  things.filter(
    ({ concept, origin, chance }) => origin === 'objects' && chance >= sure && (only === undefined || concept === only),
  ).length

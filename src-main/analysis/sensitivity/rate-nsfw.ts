import type { NsfwShares } from '../../contract/analysis/category.ts'
import type { NsfwScores } from '../models/runtime/tasks.ts'

/** The calibrated chance (0 to 1) of a person in the photo by the object detector, and whether there is a face. */
export type PersonEvidence = { person: number; hasFace: boolean }

/**
 * Below this chance of a person, and without a face, nothing counts as underwear, and nsfw needs a near-certain model.
 */
const PERSON = 0.3
const NSFW = 0.7
const NSFW_ALONE = 0.9
const UNDERWEAR = 0.7
/** From this share on a photo is possibly explicit. */
const DOUBTFUL = 0.4
/**
 * A person alone agrees from this share on, and all framings together from this mean on. If no person can be judged
 * alone, less is enough: no harmless photo at hand needed more, and a higher limit would lose some that the first
 * result finds.
 */
const AGREES = { person: 0.5, framings: 0.5, framingsAlone: 1 / 3 }
/** With somebody in the photo, a network this certain is not asked again. */
const BEYOND_DOUBT = 0.97
/** Share that a class keeps when its rule refuses it, so that an order remains without a false alarm. */
const REFUSED = 0.3

const explicitShare = ({ porn, hentai }: NsfwScores): number => porn + hentai
const revealingShare = (scores: NsfwScores): number => explicitShare(scores) + scores.sexy
const isSomebody = ({ person, hasFace }: PersonEvidence): boolean => person >= PERSON || hasFace

/** The network's scores for other framings of the photo, and for the person alone if possible. */
export type FurtherScores = { framings: readonly NsfwScores[]; person: NsfwScores | null }

/** Whether the first scores are high enough to need confirmation by further ones. */
export function needsFurtherScores(first: NsfwScores, who: PersonEvidence): boolean {
  const { safe } = rateNsfw(first, who, null)
  return safe < 50 && !(isSomebody(who) && explicitShare(first) >= BEYOND_DOUBT)
}

/**
 * Shares of nsfw, underwear and safe that sum to 100, by the first scores and the further ones, if any. Bare model
 * shares would raise false alarms on sand, pets and dolls. Nsfw therefore needs 0.7 and a person or a face (or 0.9
 * alone), underwear 0.7 and a person or a face, and the further scores must agree. With a person or a face, a possibly
 * explicit share (0.4 or more) counts towards underwear. What a rule refuses goes to safe.
 */
export function rateNsfw(first: NsfwScores, who: PersonEvidence, further: FurtherScores | null): NsfwShares {
  const { sexy } = first
  const explicit = explicitShare(first)
  const hasPerson = isSomebody(who)
  const isNsfw = explicit >= NSFW && (hasPerson || explicit >= NSFW_ALONE) && isBorneOut(explicitShare, first, further)
  const isDoubtful = explicit >= DOUBTFUL && !isNsfw && explicit + sexy >= UNDERWEAR
  const isUnderwear = hasPerson && (sexy >= UNDERWEAR || isDoubtful) && isBorneOut(revealingShare, first, further)
  const nsfw = isNsfw ? explicit : explicit * REFUSED
  const underwear = isUnderwear ? Math.max(sexy, Math.min(sexy + explicit - nsfw, 1 - nsfw)) : sexy * REFUSED
  return toShares(nsfw, Math.min(underwear, 1 - nsfw))
}

/** Whether the further scores agree with the first about a share; true if there are none. */
function isBorneOut(
  shareOf: (scores: NsfwScores) => number,
  first: NsfwScores,
  further: FurtherScores | null,
): boolean {
  if (further === null) return true
  const shares = [first, ...further.framings].map(shareOf)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  if (further.person === null) return mean >= AGREES.framingsAlone
  return mean >= AGREES.framings && shareOf(further.person) >= AGREES.person
}

/** Rounded to hundredths of a percent; safe takes the rest, so that the sum is exactly 100. */
function toShares(nsfw: number, underwear: number): NsfwShares {
  const shares = { nsfw: Math.round(nsfw * 10_000) / 100, underwear: Math.round(underwear * 10_000) / 100 }
  return { ...shares, safe: Math.round((100 - shares.nsfw - shares.underwear) * 100) / 100 }
}

/** The three classes as categories of `nsfw_beta`, best first. */
export function nsfwCategories(shares: NsfwShares): { categorizer: string; name: string; confidence: number }[] {
  return (['nsfw', 'underwear', 'safe'] as const)
    .map((name) => ({ categorizer: 'nsfw_beta', name, confidence: shares[name] }))
    .sort((a, b) => b.confidence - a.confidence)
}

import type { NsfwShares } from '../../contract/analysis/category.ts'
import type { NsfwScores } from '../models/runtime/tasks.ts'

/** What the rules know of a photo beside the network's shares. */
export type NsfwContext = {
  /** There is no colour in it. */
  isGrey: boolean
  /** Its areas are as even as those of a drawing. */
  isDrawn: boolean
}

/** A photo without anybody large in the frame, which the network need not see. */
export const HARMLESS: NsfwShares = { nsfw: 0, underwear: 0, safe: 100 }

/**
 * Share from which on a photo may be called nsfw or underwear. Without colour the network takes a laid table and
 * a bus for drawings of nudity, and people in coats for undressed ones, so that it must be surer.
 */
const SURE = { colour: 0.7, grey: 0.9 }
/** From this share on a photo is possibly explicit. */
const DOUBTFUL = 0.4
/**
 * A person alone agrees from this share on, and all framings together from this mean on. If no person can be judged
 * alone, less is enough: no harmless photo at hand needed more, and a higher limit would lose some that the first
 * result finds. Without colour all of them need the higher one.
 */
const AGREES = { person: 0.5, framings: 0.5, framingsAlone: 1 / 3, grey: 0.75 }
/** A network this certain of a photo in colour is not asked again. */
const BEYOND_DOUBT = 0.97
/** Share that a class keeps when its rule refuses it, so that an order remains without a false alarm. */
const REFUSED = 0.3

type ShareOf = (scores: NsfwScores) => number

/** The class of drawn nudity means a photo only as far as that of photographed nudity does. */
const explicitShare =
  ({ isDrawn }: NsfwContext): ShareOf =>
  ({ porn, hentai }) =>
    porn + (isDrawn ? hentai : Math.min(porn, hentai))

/** The network's scores for other framings of the photo, and for the person alone if possible. */
export type FurtherScores = { framings: readonly NsfwScores[]; person: NsfwScores | null }

/** Whether the first scores are high enough to need confirmation by further ones. */
export function needsFurtherScores(first: NsfwScores, context: NsfwContext): boolean {
  const { safe } = rateNsfw(first, context, null)
  return safe < 50 && (context.isGrey || explicitShare(context)(first) < BEYOND_DOUBT)
}

/**
 * Shares of nsfw, underwear and safe that sum to 100, of a photo with somebody large in the frame, by the first scores
 * and the further ones, if any. Bare model shares would raise false alarms. Both verdicts therefore need a share of 0.7
 * (without colour 0.9), and the further scores must agree. A possibly explicit share (0.4 or more) counts towards
 * underwear. What a rule refuses goes to safe.
 */
export function rateNsfw(first: NsfwScores, context: NsfwContext, further: FurtherScores | null): NsfwShares {
  const { sexy } = first
  const shareOf = explicitShare(context)
  const revealingOf: ShareOf = (scores) => shareOf(scores) + scores.sexy
  const explicit = shareOf(first)
  const sure = context.isGrey ? SURE.grey : SURE.colour
  const isNsfw = explicit >= sure && isBorneOut(shareOf, first, further, context)
  const isDoubtful = explicit >= DOUBTFUL && !isNsfw
  const isRevealing = revealingOf(first) >= sure && (sexy >= SURE.colour || isDoubtful)
  const isUnderwear = isRevealing && isBorneOut(revealingOf, first, further, context)
  const nsfw = isNsfw ? explicit : explicit * REFUSED
  const underwear = isUnderwear ? Math.max(sexy, Math.min(sexy + explicit - nsfw, 1 - nsfw)) : sexy * REFUSED
  return toShares(nsfw, Math.min(underwear, 1 - nsfw))
}

/** Whether the further scores agree with the first about a share; true if there are none. */
function isBorneOut(
  shareOf: ShareOf,
  first: NsfwScores,
  further: FurtherScores | null,
  { isGrey }: NsfwContext,
): boolean {
  if (further === null) return true
  const shares = [first, ...further.framings].map(shareOf)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  if (further.person !== null && shareOf(further.person) < AGREES.person) return false
  if (isGrey) return mean >= AGREES.grey
  return mean >= (further.person === null ? AGREES.framingsAlone : AGREES.framings)
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

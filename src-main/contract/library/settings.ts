import { issueWith } from '../errors.ts'
import { say } from '../sentences/say.ts'
import { z } from 'zod'
import { Language } from '../analysis/language.ts'
import { listColumns, usualColumns } from './list-column.ts'
import { chosenServer, MapTiles, noMapTiles, problemOfServer } from './map-tiles.ts'
import { SensitiveFrom } from './photo.ts'
import { TileBadge, TileLabel } from './tile-parts.ts'

const nsfwMode = z.enum(['hide', 'blur', 'show'])
/** Which photos `nsfwMode` hides or blurs: nudity alone, or underwear as well. */
const sensitiveFrom = SensitiveFrom
const theme = z.enum(['system', 'light', 'dark'])
/** What surrounds a photo that is shown large: the colour that the theme has for it, or one for both themes. */
export const Stage = z.enum(['theme', 'black', 'dark', 'grey', 'white'])
export type Stage = z.infer<typeof Stage>
/** Height of a grid row in CSS pixels. */
const tileSize = z.int().min(80).max(400)
/** Language in which tags are shown; null until one is chosen, and then it follows the window (`languageOfTags`). */
const language = Language.nullable()
/** The languages that the window's texts are written in. */
export const WindowLanguage = z.enum(['en', 'de', 'fr', 'es', 'ja', 'ar'])
export type WindowLanguage = z.infer<typeof WindowLanguage>
/** Language of the window's texts; null is that of the person's system. */
const windowLanguage = WindowLanguage.nullable()
/** The person's language as the last window told it, for tags whose language nobody chose; null before the first. */
const followedLanguage = Language.nullable()
/** How the grid lays photos out: rows that fill the width, squares, or a line for each. */
export const GridMode = z.enum(['justified', 'square', 'list'])
export type GridMode = z.infer<typeof GridMode>
/** Under which headers photos stand that are sorted by date. */
export const Grouping = z.enum(['none', 'day', 'month'])
export type Grouping = z.infer<typeof Grouping>
/** Whether the grid shows one photo for each stack. */
const foldsStacks = z.boolean()
/** What stands under tiles, and what is drawn on them. */
const tileLabels = z.array(TileLabel).max(TileLabel.options.length)
const tileBadges = z.array(TileBadge).max(TileBadge.options.length)
const minConfidence = z.number().min(7).max(100)
/** Whether photos have words for who is on them, told from faces (`people-words.ts`). */
const peopleWords = z.enum(['show', 'hide'])
/** Whether ratings, tags and texts are written for other programs: nowhere, beside photos, or into their files. */
export const MetadataWriting = z.enum(['off', 'sidecars', 'files'])
export type MetadataWriting = z.infer<typeof MetadataWriting>
/** How new sidecars are called; `auto` is `name.xmp` for RAW files and `name.ext.xmp` for others. */
const sidecarName = z.enum(['auto', 'name.xmp', 'name.ext.xmp'])
/** Whether names of faces are written where metadata are written. */
const writesNames = z.boolean()
/**
 * Whether a photo's file keeps its time when metadata are written into it; programs that copy changed files go by it.
 */
const keepsFileTimes = z.boolean()

/**
 * Whether the files that a camera writes at one press are one photo: a RAW file and its picture, a picture and its
 * film.
 */
const pairing = z.enum(['together', 'apart'])
/** Whether files with the same bytes are one photo. */
const copies = z.enum(['together', 'apart'])
/** Which file stands for a photo of a RAW file and a picture. */
const mainOfPair = z.enum(['picture', 'raw'])
export type MainOfPair = z.infer<typeof mainOfPair>

/** Whose keys the window takes for flags, stars and labels. */
const shortcuts = z.enum(['lightroom', 'photo-mechanic'])
export type ShortcutPreset = z.infer<typeof shortcuts>
/** Whether the next photo is shown once one is flagged, rated or labelled. */
const autoAdvance = z.boolean()
/** Tiles that are switched on come from a server that was chosen and has all that it needs. */
const usableMapTiles = MapTiles.superRefine((tiles, context) => {
  const server = chosenServer(tiles)
  if (!tiles.isOn) return
  const problem = server === null ? say('tiles.noServer') : problemOfServer(server)?.sentence
  if (problem !== undefined) context.addIssue(issueWith(problem))
})

/** A person's settings, stored with the library. */
export const Settings = z.object({
  nsfwMode: nsfwMode.default('blur'),
  sensitiveFrom: sensitiveFrom.default('nsfw'),
  theme: theme.default('system'),
  stage: Stage.default('theme'),
  tileSize: tileSize.default(200),
  gridMode: GridMode.default('justified'),
  grouping: Grouping.default('none'),
  foldsStacks: foldsStacks.default(false),
  listColumns: listColumns.default(usualColumns),
  tileLabels: tileLabels.default([]),
  tileBadges: tileBadges.default([...TileBadge.options]),
  minConfidence: minConfidence.default(20),
  peopleWords: peopleWords.default('show'),
  language: language.default(null),
  windowLanguage: windowLanguage.default(null),
  followedLanguage: followedLanguage.default(null),
  /** Changed by `metadata.setMode`. */
  metadataWriting: MetadataWriting.default('off'),
  sidecarName: sidecarName.default('auto'),
  keepsFileTimes: keepsFileTimes.default(false),
  /** Changed by `people.setWriting`. */
  writesNames: writesNames.default(false),
  pairing: pairing.default('together'),
  copies: copies.default('apart'),
  mainOfPair: mainOfPair.default('picture'),
  shortcuts: shortcuts.default('lightroom'),
  autoAdvance: autoAdvance.default(false),
  mapTiles: MapTiles.default(noMapTiles),
})
export type Settings = z.infer<typeof Settings>

/** The language that tags are shown in: the chosen one, else that of the window, else English. */
export const languageOfTags = ({ language, followedLanguage }: Settings): Language =>
  language ?? followedLanguage ?? 'en'

/** A change of some settings. It has no defaults, so that settings without a value keep theirs. */
export const SettingsChange = z
  .object({
    nsfwMode,
    sensitiveFrom,
    theme,
    stage: Stage,
    tileSize,
    gridMode: GridMode,
    grouping: Grouping,
    foldsStacks,
    listColumns,
    tileLabels,
    tileBadges,
    minConfidence,
    peopleWords,
    language,
    windowLanguage,
    followedLanguage,
    sidecarName,
    keepsFileTimes,
    pairing,
    copies,
    mainOfPair,
    shortcuts,
    autoAdvance,
    mapTiles: usableMapTiles,
  })
  .partial()
